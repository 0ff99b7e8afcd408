#!/bin/sh
# Runs when the Postgres of docker/compose.yaml starts for the first time: the logins of the apps. What each may do comes with the migration
# (docs/operations/database.md).
set -eu
psql --set ON_ERROR_STOP=1 --set "serving=$SERVING_PASSWORD" --set "ingress=$INGRESS_PASSWORD" --set "admin=$ADMIN_PASSWORD" \
  --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'END'
create role sync_serving login noinherit password :'serving';
create role sync_ingress login password :'ingress';
create role sync_admin login password :'admin';
END
