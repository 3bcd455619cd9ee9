import { z } from 'zod'
import { clip, storable } from '../../core/domain/text.ts'
import { cutToWords } from '../../core/lib/cut-to-words.ts'
import { findJsonObject } from '../../model/json-answer.ts'
import type { WrittenText } from '../summary-material.ts'
import { summaryLimits } from './limits.ts'

const text = z.string().transform((value) => storable(value).replace(/\s+/g, ' ').trim())
const answerSchema = z.object({ summary: text.pipe(z.string().min(1)), topics: z.array(z.unknown()).nullish() })

/** Parses a model's answer, and cuts it to the limits. Undefined if it contains no summary. */
export function parseSummaryAnswer(answer: string): WrittenText | undefined {
  const parsed = answerSchema.safeParse(findJsonObject(answer, 'summary'))
  if (!parsed.success) return undefined
  const topics = (parsed.data.topics ?? []).flatMap((topic) => {
    const plain = text.safeParse(topic)
    return plain.success && plain.data !== '' ? [clip(plain.data.replace(/[;,]/g, ' '), summaryLimits.topicLength)] : []
  })
  return {
    topics: [...new Set(topics)].slice(0, summaryLimits.topics),
    text: cutToWords(parsed.data.summary, summaryLimits.words, summaryLimits.length),
  }
}
