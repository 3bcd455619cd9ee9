import { messageOf } from '../../core/domain/errors.ts'
import type { DayLabel, MessageId, SegmentId, ThreadId, UserId } from '../../core/domain/ids.ts'
import type { LanguageCode } from '../../core/domain/languages.ts'
import { createCitationButtons } from '../../core/domain/text.ts'
import { isQuiet, nextOccurrence } from '../../core/lib/quiet-hours.ts'
import { type Translate, translatorOf } from '../../core/messages/messages.ts'
import { formatDay } from '../../core/ports/clock.ts'
import type { Button } from '../../core/ports/platform.ts'
import { enqueue } from '../../jobs/job-list.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Tx } from '../../store/store.ts'
import { findLastDirectPlace } from '../../threads/places.ts'
import { isBeingErased, lockThread } from '../../threads/thread.ts'
import type { SummaryDeps } from '../deps.ts'

/** How long after the user's chosen time a digest may still be posted in quiet hours, in ms. */
const chosenTimeGraceMs = 3_600_000

/** The maximum number of digests posted per run, oldest first. */
const maxPostedPerRun = 100

/** Posts the digests that are due, each to the direct place where its user was last active. Scheduled, and enqueued after each summary. */
export async function postDigests(deps: SummaryDeps): Promise<void> {
  const dueDigests = await deps.store.db.$queryRaw<{ segmentId: SegmentId }[]>`
    SELECT g.segment_id AS "segmentId" FROM digests g JOIN day_segments s ON s.id = g.segment_id -- digests_waiting_idx
    WHERE g.state = 'waiting' AND g.due_at <= ${deps.clock.now()}
    ORDER BY s.day_label, s.id LIMIT ${maxPostedPerRun}`
  for (const { segmentId } of dueDigests) {
    try {
      const messageId = await deps.store.transaction((tx) => postDigest(tx, deps, segmentId))
      if (messageId) await enqueue(deps, 'deliver-message', { messageId })
    } catch (error) {
      // The digest stays due. The others must not wait for it.
      deps.log.error({ segmentId, error: messageOf(error) }, 'a summary could not be posted; trying again')
    }
  }
}

interface DueDigest {
  readonly segmentId: SegmentId
  readonly dueAt: Date
  readonly dayLabel: DayLabel
  readonly threadId: ThreadId
  readonly userId: UserId
  readonly timezone: string
  readonly language: LanguageCode
  readonly setting: string
  readonly markdown: string | null
  readonly overLimit: boolean | null
}

/** Claims and posts a digest in one transaction, so that two processes post it only once. */
async function postDigest(tx: Tx, deps: SummaryDeps, segmentId: SegmentId): Promise<MessageId | undefined> {
  const segment = await tx.daySegment.findUnique({ where: { id: segmentId }, select: { threadId: true } })
  // The thread is locked first, as everywhere. This also means that only one digest per user is posted at a time. Otherwise two could both
  // count as the first.
  if (!segment || !(await lockThread(tx, segment.threadId as ThreadId))) return undefined
  const dueDigest = await claimDigest(tx, segmentId)
  if (!dueDigest) return undefined
  const now = deps.clock.now()
  const place = await findLastDirectPlace(tx, dueDigest.userId)
  if (dueDigest.setting === 'off' || dueDigest.markdown === null || !place) {
    await tx.digest.update({ where: { segmentId }, data: { state: 'skipped' } })
    return undefined
  }
  const isAtChosenTime = dueDigest.setting !== 'on' && now.getTime() - dueDigest.dueAt.getTime() < chosenTimeGraceMs
  if (!isAtChosenTime && isQuiet(deps.summarySettings, dueDigest.timezone, now)) {
    const dueAt = nextOccurrence(deps.summarySettings.quietUntil, dueDigest.timezone, now)
    await tx.digest.update({ where: { segmentId }, data: { dueAt } })
    return undefined
  }
  const translate = translatorOf(dueDigest.language)
  const heading = translate('summary.heading', { day: formatDay(dueDigest.dayLabel, translate.locale) })
  const lead = await deps.loadDigestLead?.(tx, dueDigest.userId)
  const messageId = await deps.post(tx, {
    threadId: dueDigest.threadId,
    segmentId,
    placeId: place.id,
    kind: 'digest',
    text: [
      ...(lead ? [lead.markdown] : []),
      `**${heading}**`,
      dueDigest.markdown,
      ...(dueDigest.overLimit ? [translate('summary.overLimit', { day: dueDigest.dayLabel })] : []),
    ].join('\n\n'),
    buttons: [...(lead?.buttons ?? []), ...(await buildButtons(deps, tx, { dueDigest, translate }))],
    collapsed: true,
    // A time that the user has chosen is a request to be told.
    silent: dueDigest.setting === 'on',
  })
  await lead?.onPosted(tx, messageId)
  await tx.digest.update({ where: { segmentId }, data: { state: 'posted', messageId } })
  return messageId
}

/** Claims a digest. Skips it if another process is posting it (SKIP LOCKED), and while everything is being deleted. */
async function claimDigest(tx: Tx, segmentId: SegmentId): Promise<DueDigest | undefined> {
  const [dueDigest] = await tx.$queryRaw<DueDigest[]>`
    SELECT g.segment_id AS "segmentId", g.due_at AS "dueAt", s.day_label AS "dayLabel", s.thread_id AS "threadId", u.id AS "userId",
      COALESCE(u.timezone, s.timezone) AS timezone, u.language,
      CASE WHEN u.blocked_at IS NULL THEN u.digest ELSE 'off' END AS setting, d.markdown, d.over_limit AS "overLimit"
    FROM digests g
    JOIN day_segments s ON s.id = g.segment_id
    JOIN continuous_threads c ON c.thread_id = s.thread_id
    JOIN users u ON u.id = c.user_id
    LEFT JOIN day_summaries d ON d.segment_id = s.id
    WHERE g.segment_id = ${segmentId} AND g.state = 'waiting' AND NOT ${isBeingErased(Prisma.sql`s.thread_id`)}
    FOR NO KEY UPDATE OF g SKIP LOCKED`
  return dueDigest
}

async function buildButtons(
  { webUrl, summarySettings: settings }: Pick<SummaryDeps, 'webUrl' | 'summarySettings'>,
  tx: Tx,
  { dueDigest, translate }: { readonly dueDigest: DueDigest; readonly translate: Translate },
): Promise<Button[]> {
  const postedCount = await tx.digest.count({ where: { state: 'posted', segment: { threadId: dueDigest.threadId } } })
  const resummarize = { label: translate('summary.resummarize'), action: `/resummarize ${dueDigest.dayLabel}` }
  const turnOff = { label: translate('digest.turnOff'), action: '/digest off' }
  const openOnPage = { label: translate('summary.onThePage'), action: `/web ${dueDigest.dayLabel}` }
  return [
    ...(postedCount === 0 ? [turnOff] : []),
    resummarize,
    ...(webUrl ? [openOnPage] : []),
    ...createCitationButtons(putListsFirst(dueDigest.markdown ?? ''), settings.digestCitationButtons),
  ]
}

/** Moves the narrative to the end, because what was decided or is open is opened more often. */
const putListsFirst = (markdown: string): string => markdown.replace(/^(## [\s\S]*?)(?=^## )([\s\S]*)$/m, '$2\n$1')
