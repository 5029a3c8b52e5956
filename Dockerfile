# One image for every process: serve, work, up, and the commands of an operator. It runs as nobody in particular, on a
# read-only file system; what it writes goes to /data (cache and scratch, nothing that has to be kept) and /tmp.
FROM node:24-trixie-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Not `npm ci`: it refuses a lock file in which another platform's optional binaries are missing. No script has to run: Node.js
# and DuckDB come as a package per platform, each with its digest in package-lock.json.
RUN npm install --omit=dev --ignore-scripts --no-save --no-audit --no-fund

# Its util-linux is the first whose setpriv confines the processes of queries by Landlock and seccomp, which needs no privilege.
FROM debian:trixie-slim
# As scripts/run.sh says: with Node's four threads, requests wait for builds and downloads.
ENV NODE_ENV=production UV_THREADPOOL_SIZE=16 PATH=/app/node_modules/.bin:/usr/local/bin:/usr/bin:/bin
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
COPY examples/organisation/sources ./examples/organisation/sources
USER node
VOLUME /data
EXPOSE 8080 8081
# Of an API process; docker-compose.yml has the worker's.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "deploy/healthcheck.ts", "http://127.0.0.1:8080/healthz"]
# In the exec form, so that the process itself gets SIGTERM; it ends within 30 s.
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "src/cli/main.ts", "--config", "deploy/rolecall.yaml"]
CMD ["serve"]
