#!/bin/sh
# Runs the guest programs beside this file and compares what they print:
#
#   sh tests/run.sh translate run NAME.rpy       untranslated
#   sh tests/run.sh ./NAME-c                     translated
folder=$(dirname "$0")
failed=0
for guest in "$folder"/*.guest; do
    if [ "$("$@" "$guest" 2>/dev/null)" = "$(cat "${guest%.guest}.out")" ]; then
        echo "ok      $guest"
    else
        echo "FAILED  $guest"
        failed=1
    fi
done
exit $failed
