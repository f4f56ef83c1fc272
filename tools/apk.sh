#!/bin/sh
# Makes the Android app in bin/ where an Android SDK is; elsewhere one sentence says what is needed.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/.."

sdk=${ANDROID_HOME:-${ANDROID_SDK_ROOT:-$HOME/.buildozer/android/platform/android-sdk}}
# Who accepts the licences beforehand has the SDK fetched.
if [ ! -d "$sdk" ] && [ -z "${APP_ANDROID_ACCEPT_SDK_LICENSE:-}" ] || ! command -v javac >/dev/null 2>&1; then
    echo "The Android app needs an Android SDK with its licences accepted (set ANDROID_HOME to its folder, or APP_ANDROID_ACCEPT_SDK_LICENSE=1 to have one fetched), Java 17 and a network the first time: install them, then run 'make apk' again." >&2
    exit 1
fi
export APP_ANDROID_SDK_PATH="$sdk"
# buildozer looks for cython on the path, and installs for the user where it sees no environment.
export VIRTUAL_ENV="$PWD/.venv" PATH="$PWD/.venv/bin:$PATH"
exec buildozer android debug
