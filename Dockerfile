# One image for every process: serve, work, up, and the commands of an operator. It runs as an unprivileged user, on a read-only
# file system. It writes only to /tmp and /data (cache and scratch files, nothing that has to be kept).
FROM node:24-trixie-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Not `npm ci`: it refuses a lock file that lacks the optional binaries of another platform. No install script has to run: Node.js
# and DuckDB are packages per platform, each with its digest in package-lock.json.
RUN npm install --omit=dev --ignore-scripts --no-save --no-audit --no-fund

# The console, from its sources. The bundler is not part of the image.
FROM node:24-trixie-slim AS console
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm install --ignore-scripts --no-save --no-audit --no-fund
COPY clients ./clients
COPY src ./src
COPY scripts/build-console.ts ./scripts/build-console.ts
RUN node scripts/build-console.ts

# Debian 13 has util-linux 2.41, the first whose setpriv confines query processes by Landlock and seccomp without privileges.
FROM debian:trixie-slim
# Why these numbers of threads and these limits of memory: scripts/run.sh.
ENV NODE_ENV=production UV_THREADPOOL_SIZE=16 MALLOC_ARENA_MAX=4 MALLOC_MMAP_THRESHOLD_=131072 \
  PATH=/app/node_modules/.bin:/usr/local/bin:/usr/bin:/bin
WORKDIR /app
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node \
  && mkdir --mode 0700 /data && chown node:node /data
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY sql ./sql
COPY connectors ./connectors
COPY pipelines ./pipelines
COPY src ./src
COPY deploy ./deploy
COPY --from=console /app/.console ./.console
COPY examples/organisation/sources ./examples/organisation/sources
COPY examples/mappings ./examples/mappings
USER node
VOLUME /data
EXPOSE 8080 8081
# The health check of an API process. docker-compose.yml has that of a worker.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "deploy/healthcheck.ts", "http://127.0.0.1:8080/healthz"]
# The configuration is not part of the image: mount a folder with rolecall.yaml at /config, and the exports of sources at /sources.
# In the exec form, so that the process itself gets SIGTERM. It then ends within 30 s.
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=8", "src/cli/main.ts", "--config", "/config/rolecall.yaml"]
CMD ["serve"]
