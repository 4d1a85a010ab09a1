# Krapao: the server with the built member app and console. Two stages, so that no build tool is in the image.

# One image is for one country: `docker build --build-arg VARIANT=laos .` builds the app and sets the server for Laos.
ARG VARIANT=thailand

FROM node:24-slim AS build
ARG VARIANT
ENV VITE_VARIANT=${VARIANT}
WORKDIR /krapao
COPY . .
RUN node scripts/build.mjs

FROM node:24-slim
ARG VARIANT
# pg_dump and pg_restore for `npm run backup` and `npm run restore`, of the server's version, from PostgreSQL's own archive.
ARG POSTGRES_MAJOR=18
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates postgresql-common \
  && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y \
  && apt-get install --yes --no-install-recommends "postgresql-client-${POSTGRES_MAJOR}" \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /krapao
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY server/package.json server/
RUN npm install --no-save --omit=dev --no-audit --no-fund --workspace contract --workspace server \
  && npm cache clean --force
COPY contract/src contract/src
COPY server/assets server/assets
COPY server/src server/src
COPY --from=build /krapao/web/dist web/dist
COPY --from=build /krapao/console/dist console/dist
RUN mkdir /data && chown node:node /data
ENV NODE_ENV=production KRAPAO_MODE=production KRAPAO_VARIANT=${VARIANT} KRAPAO_DATA=/data PORT=8080
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "server/src/main.ts"]
