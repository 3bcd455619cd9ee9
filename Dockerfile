# The first stage builds the program. The second contains only what runs.
FROM node:20-slim AS build
WORKDIR /app

# Files that decide the packages come first, so that a change to the sources does not reinstall them.
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:20-slim
WORKDIR /app
ENV NODE_ENV=production \
    DATA_DIR=/data \
    WEB_HOST=0.0.0.0 \
    HEALTH_HOST=0.0.0.0 \
    HEALTH_PORT=3001

COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# Folder of the embedded database. Mount a volume here, or set DATABASE_URL.
# The link makes commands available: docker compose exec bot throughline doctor.
RUN mkdir /data && chown node:node /data && ln -s /app/dist/throughline.mjs /usr/local/bin/throughline
VOLUME /data
USER node
# The page. Port 3001 serves health checks and metrics, which are not for the public.
EXPOSE 3000

HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.HEALTH_PORT || 3001) + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]

# Runs what `npm start` runs, without npm, so that the process receives the stop signal.
CMD ["node", "dist/throughline.mjs"]
