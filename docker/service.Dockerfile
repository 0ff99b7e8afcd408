# syntax=docker/dockerfile:1
# One image for each service and for the operators' commands, built from the root of the repository:
#   docker build -f docker/service.Dockerfile --build-arg APP=connection-api -t connection-api .
# APP: connection-api, webhook-ingress, export-worker, admin-api or operations.
# A registry of your own: --secret id=npmrc,src=$HOME/.npmrc (used by npm, left in no layer).
ARG NODE_IMAGE=node:24.11.1-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /workspace
# First what the installation reads, so that a change of the code does not install again.
COPY package.json package-lock.json .npmrc ./
COPY tools/dev/run.mjs tools/dev/build.mjs tools/dev/install.mjs tools/dev/commands.mjs tools/dev/
COPY libs/embedded-services/src/progress-bar.js libs/embedded-services/src/
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=cache,target=/root/.npm \
    node tools/dev/run.mjs install
COPY . .
ARG APP
RUN node tools/build/build.mjs "${APP}"

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
ARG APP
COPY --from=build /workspace/dist/apps/${APP}/ ./
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev \
    && npm sbom --sbom-format=cyclonedx --omit=dev > sbom.cdx.json

FROM ${NODE_IMAGE} AS service
ARG APP
ARG VERSION=0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="connection-sync ${APP}" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.licenses="Apache-2.0" \
      connection-sync.sbom="/app/sbom.cdx.json"
# An app reads its own port and ignores the others.
ENV NODE_ENV=production \
    APP=${APP} \
    HOST=0.0.0.0 \
    CONNECTION_API_PORT=3001 \
    WEBHOOK_INGRESS_PORT=3002 \
    ADMIN_API_PORT=3003 \
    EXPORT_WORKER_PORT=3004 \
    METRICS_PORT=9464
WORKDIR /app
COPY docker/healthcheck.mjs /healthcheck.mjs
COPY --from=packages /app/ ./
# Nothing is written below the root, which may be read-only.
USER node
EXPOSE 3001 3002 3003 3004 9464
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "/healthcheck.mjs"]
ENTRYPOINT ["node", "--enable-source-maps", "main.mjs"]
