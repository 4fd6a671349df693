#!/bin/sh
# Runs Firefox until it is closed, or until the process that started it has ended, however that happened.
(while kill -0 "$PPID" && kill -0 $$; do sleep 1; done; kill $$) >/dev/null 2>&1 &
exec "$FIREFOX_PATH" "$@"
