#!/bin/sh
# Makes the Android app in bin/ where an Android SDK is; elsewhere one sentence says what is needed.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/.."

sdk=${ANDROID_HOME:-${ANDROID_SDK_ROOT:-$HOME/.buildozer/android/platform/android-sdk}}
if [ ! -d "$sdk" ] || ! command -v javac >/dev/null 2>&1; then
    echo "The Android app needs an Android SDK with its licences accepted (set ANDROID_HOME to its folder), Java 17 and a network the first time: install them, then run 'make apk' again." >&2
    exit 1
fi
export APP_ANDROID_SDK_PATH="$sdk"
exec .venv/bin/buildozer android debug
