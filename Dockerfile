# The first stage installs packages and generates the database client. The second contains only what runs.
FROM node:20-slim AS build
WORKDIR /app

# Files that decide the packages come first, so that a change to the sources does not reinstall them.
# Installing generates the database client from prisma/schema.prisma.
COPY package.json package-lock.json prisma.config.ts ./
COPY prisma ./prisma
COPY scripts/generate.mjs ./scripts/
RUN npm ci --no-audit --no-fund && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

COPY . .

FROM node:20-slim
WORKDIR /app
ENV NODE_ENV=production \
    DATA_DIR=/data \
    WEB_HOST=0.0.0.0 \
    HEALTH_HOST=0.0.0.0 \
    HEALTH_PORT=3001

COPY --from=build /app ./
# Folder of the embedded database. Mount a volume here, or set DATABASE_URL.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
# The page. Port 3001 serves health checks and metrics, which are not for the public.
EXPOSE 3000

HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.HEALTH_PORT || 3001) + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]

# Runs what `npm start` runs, without npm, so that the process receives the stop signal.
CMD ["node", "src/start.mjs"]
