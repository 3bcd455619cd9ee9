// src/store/embedded/database-worker.mjs
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { vector } from "@electric-sql/pglite-pgvector";

// src/store/embedded/prepared-statements.mjs
import { parse, protocol } from "@electric-sql/pglite";
var featureNotSupported = "0A000";
function createStatementRunner(database2, { most = 1e3 } = {}) {
  const { serialize } = protocol;
  const prepared = /* @__PURE__ */ new Map();
  let lastName = 0;
  async function prepare(sql) {
    const known = prepared.get(sql);
    if (known) {
      prepared.delete(sql);
      prepared.set(sql, known);
      return known;
    }
    if (prepared.size >= most) await dropOldest();
    const name = `s${++lastName}`;
    const request = [serialize.parse({ name, text: sql }), serialize.describe({ type: "S", name }), serialize.sync()];
    const { messages } = await database2.execProtocol(join(request), { throwOnError: true });
    const described = messages;
    const parameters = described.find((message) => message.name === "parameterDescription")?.dataTypeIDs ?? [];
    const statement = { name, parameters, fields: described.find((message) => message.name === "rowDescription") };
    prepared.set(sql, statement);
    return statement;
  }
  async function dropOldest() {
    const [oldest] = prepared;
    if (!oldest) return;
    prepared.delete(oldest[0]);
    await database2.execProtocol(join([serialize.close({ type: "S", name: oldest[1].name }), serialize.sync()]), { throwOnError: true });
  }
  function toText(value, type) {
    if (value === null || value === void 0) return null;
    const serializer = database2.serializers[type ?? 0];
    return serializer ? serializer(value) : String(value);
  }
  return async function run({ sql, values, rowMode }) {
    const { name, parameters, fields } = await prepare(sql);
    const bound = values.map((value, index) => toText(value, parameters[index]));
    const request = [serialize.bind({ statement: name, values: bound }), serialize.execute({}), serialize.sync()];
    const { messages } = await database2.execProtocol(join(request), { throwOnError: true }).catch((error) => {
      if (error?.code === featureNotSupported) prepared.delete(sql);
      throw error;
    });
    const [result] = parse.parseResults(fields ? [fields, ...messages] : messages, database2.parsers, { rowMode });
    return result;
  };
}
function join(parts) {
  const whole = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

// src/store/embedded/database-worker.mjs
var startParams = [...PGlite.defaultStartParams, "-c", "shared_buffers=32MB"];
var database;
var runStatement;
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
    database = await PGlite.create(workerData.files, { startParams, extensions: { pg_trgm, vector } });
    runStatement = createStatementRunner(database);
    parsersByTypes.set("", database.parsers);
  },
  query({ sql, values, rowMode, textTypes }) {
    Object.assign(database, { parsers: parsersFor(textTypes) });
    return runStatement({ sql, values, rowMode });
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
