# One image for every process: serve, work, up, and the commands of an operator. It runs as nobody in particular, on a
# read-only file system; what it writes goes to /data (cache and scratch, nothing that has to be kept) and /tmp.
FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Not `npm ci`: it refuses a lock file in which another platform's optional binaries are missing. No script has to run: the
# image brings Node.js itself, and DuckDB comes as a package per platform.
RUN npm install --omit=dev --ignore-scripts --no-save --no-audit --no-fund

FROM node:24-slim
# As scripts/run.sh says: with Node's four threads, requests wait for builds and downloads.
ENV NODE_ENV=production UV_THREADPOOL_SIZE=16
WORKDIR /app
RUN mkdir /data && chown node:node /data
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
