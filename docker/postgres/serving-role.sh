#!/bin/sh
# Runs when the Postgres of docker/compose.yaml starts for the first time: the login of the apps. What it may do comes with the migration
# (docs/operations/database.md).
set -eu
psql --set ON_ERROR_STOP=1 --set "password=$SERVING_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'END'
create role sync_serving login noinherit password :'password';
END
