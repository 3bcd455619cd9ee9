import { offlineModel } from './chat/chat-model.ts'
import { offlineSummarizer } from './summary/summarizer.ts'

/** The models that answer and summarize when no language model is configured. */
export const offlineModels = { chat: offlineModel, summary: offlineSummarizer }
