# syntax=docker/dockerfile:1
# The widgets of every released version, the admin panel and the documentation, served by nginx. Built from the root of the repository:
#   docker build -f docker/static.Dockerfile -t static-files .
# A registry of your own: --secret id=npmrc,src=$HOME/.npmrc
ARG NODE_IMAGE=node:24.11.1-bookworm-slim
ARG NGINX_IMAGE=nginx:1.28-alpine-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /workspace
COPY package.json package-lock.json .npmrc ./
COPY tools/dev/run.mjs tools/dev/build.mjs tools/dev/install.mjs tools/dev/commands.mjs tools/dev/
COPY libs/embedded-services/src/progress-bar.js libs/embedded-services/src/
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=cache,target=/root/.npm \
    node tools/dev/run.mjs install
COPY . .
# Of the service, preset in the plugins' zip files. Empty: their pages ask for the address.
ARG SERVICE_ADDRESS=
RUN node tools/build/build.mjs widgets admin-panel docs \
    && node docker/static/assemble.mjs site

FROM ${NGINX_IMAGE} AS static-files
ARG VERSION=0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="connection-sync static files" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY docker/static/nginx.conf /etc/nginx/nginx.conf
COPY --from=build /workspace/site/ /site/
# /tmp is all that nginx writes, so the root may be read-only.
USER 101
EXPOSE 8080
STOPSIGNAL SIGQUIT
HEALTHCHECK --interval=10s --timeout=3s CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8080/health/live"]
CMD ["nginx", "-g", "daemon off;"]
