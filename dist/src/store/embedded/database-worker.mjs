// src/store/embedded/database-worker.mjs
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { vector } from "@electric-sql/pglite-pgvector";
var database;
var asIs = (text) => text;
var parsersByTypes = /* @__PURE__ */ new Map();
function parsersFor(textTypes) {
  const cached = parsersByTypes.get(textTypes);
  if (cached) return cached;
  const parsers = { ...parsersByTypes.get(""), ...Object.fromEntries(textTypes.split(",").map((type) => [type, asIs])) };
  parsersByTypes.set(textTypes, parsers);
  return parsers;
}
var handlers = {
  async open() {
    database = await PGlite.create(workerData.files, { extensions: { pg_trgm, vector } });
    parsersByTypes.set("", database.parsers);
  },
  query({ sql, values, rowMode, textTypes }) {
    Object.assign(database, { parsers: parsersFor(textTypes) });
    return database.query(sql, values, { rowMode });
  },
  exec: ({ sql }) => database.exec(sql),
  close: () => database.close()
};
parentPort?.on("message", async ({ id, what, ...params }) => {
  try {
    parentPort?.postMessage({ id, result: await handlers[what]?.(params) });
  } catch (error) {
    const { query: _, params: __, queryOptions: ___, message, ...details } = Object(error);
    parentPort?.postMessage({ id, error: { message: message ?? String(error), ...details } });
  }
});
//# sourceMappingURL=database-worker.mjs.map
