#!/bin/sh
# Writes what docker/compose.yaml needs and no repository may have: passwords and keys into .env, and a self-signed certificate into secrets/,
# both beside this script or in $2. Needs openssl. It replaces nothing: lost encryption keys make stored credentials unreadable.
#   sh docker/new-secrets.sh <host name>
set -eu
name="${1:?Name the host of the service: sh docker/new-secrets.sh service.example}"
folder="${2:-$(dirname "$0")}"
if [ -e "$folder/.env" ]; then
  echo "$folder/.env exists. Edit it, or remove it together with the volumes that were made with it." >&2
  exit 1
fi
umask 077
mkdir -p "$folder/secrets"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc -days 365 -subj "/CN=$name" \
  -addext "subjectAltName=DNS:$name,DNS:localhost,IP:127.0.0.1" \
  -keyout "$folder/secrets/tls.key" -out "$folder/secrets/tls.crt" 2>/dev/null
# The containers read them under accounts of their own.
chmod 644 "$folder/secrets/tls.crt" "$folder/secrets/tls.key"
cat > "$folder/.env" <<END
SERVER_NAMES=$name localhost
POSTGRES_PASSWORD=$(openssl rand -hex 24)
SERVING_PASSWORD=$(openssl rand -hex 24)
INGRESS_PASSWORD=$(openssl rand -hex 24)
ADMIN_PASSWORD=$(openssl rand -hex 24)
REDIS_PASSWORD=$(openssl rand -hex 24)
ENCRYPTION_KEYS=k$(date +%Y):$(openssl rand -base64 32)
END
echo "Written: $folder/.env and $folder/secrets/. For the public, put a certificate of a known authority into secrets/."
