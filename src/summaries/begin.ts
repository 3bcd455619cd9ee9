import type { ChangeSeq, SegmentId } from '../core/ids.ts'
import type { SummaryMode } from '../core/jobs.ts'
import { languageWords } from '../core/languages.ts'
import type { Message } from '../core/messages.ts'
import type { Tx } from '../store/store.ts'
import { assertLease, type Lease } from '../threads/lease.ts'
import { type DayState, lockDay, rowsOfDay, summaryBefore } from './day.ts'
import type { Settled } from './outcome.ts'
import type { SummaryParts } from './parts.ts'
import { planDigest } from './plan-digest.ts'
import { lineOf, type Material } from './prompt.ts'

export interface Asked {
  readonly segmentId: SegmentId
  readonly mode: SummaryMode
}

/** A run whose intent is recorded: what it will be made from and what it will cover. */
export interface Begun {
  readonly runId: number
  readonly day: DayState
  readonly mode: SummaryMode
  /** The highest change among the rows that were read: it covers exactly these. */
  readonly toSeq: ChangeSeq
  readonly material: Material
  /** Messages of the day that are there to be read by people. */
  readonly messages: number
}

/** Reads what is to be covered, under the segment's lock, and records the intent to cover it. */
export async function beginRun(tx: Tx, parts: SummaryParts, asked: Asked & { readonly lease: Lease }): Promise<Begun | Settled> {
  const { segmentId, mode } = asked
  const day = await lockDay(tx, segmentId)
  if (!day) return 'gone'
  await assertLease(tx, asked.lease)
  await closeAbandoned(tx, parts, segmentId)

  const rows = await rowsOfDay(tx, segmentId)
  const toSeq = rows.reduce<number>((highest, { changeSeq }) => Math.max(highest, changeSeq), day.coveredSeq) as ChangeSeq
  const readable = rows.filter((row) => row.deletedAt === null && row.text.trim() !== '')
  if (readable.length === 0) return settleEmpty(tx, day, toSeq)

  const messages = readable.filter((row) => row.role !== 'tool').length
  const isWhole = day.summary?.revision === day.revision
  const fresh = readable.filter((row) => row.changeSeq > day.coveredSeq)
  if (isWhole && fresh.length === 0 && mode !== 'manual') {
    await cover(tx, segmentId, toSeq)
    await planDigest(tx, parts, { day, mode, messages })
    return 'unchanged'
  }
  return {
    runId: await recordIntent(tx, parts, { day, mode, toSeq }),
    day,
    mode,
    toSeq,
    material: await materialOf(tx, parts, { day, mode, readable, fresh }),
    messages,
  }
}

/** The old summary is built upon only while all it covered is as it was, and it is in the language that is asked for. */
function isIncremental(day: DayState, mode: SummaryMode): boolean {
  return mode !== 'manual' && day.summary?.revision === day.revision && day.summary.language === day.language
}

interface Sources {
  readonly day: DayState
  readonly mode: SummaryMode
  readonly readable: readonly Message[]
  readonly fresh: readonly Message[]
}

async function materialOf(tx: Tx, parts: SummaryParts, { day, mode, readable, fresh }: Sources): Promise<Material> {
  const soFar = isIncremental(day, mode) ? day.summary?.markdown : undefined
  const previousDay = await summaryBefore(tx, day)
  const shown = soFar === undefined ? readable : fresh
  return {
    dayLabel: day.dayLabel,
    words: languageWords(day.language),
    ...(previousDay && { previousDay }),
    ...(soFar !== undefined && { soFar }),
    lines: shown.map((row) => lineOf(row, day.timezone, parts.summarySettings.toolOutputCharacters)),
    citable: new Set(readable.map((row) => row.id)),
  }
}

async function recordIntent(tx: Tx, parts: SummaryParts, run: Pick<Begun, 'day' | 'mode' | 'toSeq'>): Promise<number> {
  const { id } = await tx.summaryRun.create({
    data: {
      segmentId: run.day.id,
      mode: run.mode,
      state: 'running',
      fromRevision: run.day.revision,
      toSeq: run.toSeq,
      startedAt: parts.clock.now(),
    },
    select: { id: true },
  })
  return id
}

/** A run that still says it is running belonged to a process that is gone: we hold its lease. */
async function closeAbandoned(tx: Tx, parts: SummaryParts, segmentId: SegmentId): Promise<void> {
  await tx.summaryRun.updateMany({
    where: { segmentId, state: 'running' },
    data: { state: 'superseded', error: 'The process that ran it stopped.', finishedAt: parts.clock.now() },
  })
}

async function settleEmpty(tx: Tx, day: DayState, toSeq: ChangeSeq): Promise<Settled> {
  await cover(tx, day.id, toSeq)
  if (!day.summary) return 'empty'
  await tx.daySummary.delete({ where: { segmentId: day.id } })
  await tx.daySegment.update({ where: { id: day.id }, data: { revision: { increment: 1 } } })
  return 'removed'
}

async function cover(tx: Tx, segmentId: SegmentId, toSeq: ChangeSeq): Promise<void> {
  await tx.$executeRaw`UPDATE day_segments SET covered_seq = ${toSeq} WHERE id = ${segmentId} AND covered_seq < ${toSeq}`
}
