import type { Tool } from '../../agent/tool.ts'
import { LeaseLostError, messageOf, PlatformError } from '../../core/domain/errors.ts'
import type { MessageId, PlatformMessageId } from '../../core/domain/ids.ts'
import { storable } from '../../core/domain/text.ts'
import { translatorOf } from '../../core/messages/messages.ts'
import type { DeliveryKey, PlatformSender } from '../../core/ports/platform.ts'
import { assertLease, type Lease } from '../../threads/lease.ts'
import { lockThread } from '../../threads/thread.ts'
import { deliverPlace } from '../deliver/deliver.ts'
import { deliveryKey, hasPendingParts, reportOutcome } from '../deliver/next-part.ts'
import { splitReply } from '../deliver/split.ts'
import { warnOfUnknownDeliveries } from '../deliver/unknown-deliveries.ts'
import type { ConversationDeps } from '../deps.ts'
import type { CancellationWatch } from './cancel.ts'
import { lastOf, replyToOf, type Turn } from './claim-turn.ts'
import { storeDraft } from './commit-turn.ts'

/** Shows a reply while it is being written. */
export interface ReplyStream {
  /** Shows the whole text so far. */
  show(text: string): void
  /** Shows what the bot is doing while it runs a tool. Undefined when the tool has ended: what was shown stays until there is text. */
  showTool(tool: Pick<Tool, 'progress'> | undefined): void
  /** Ends the preview, and returns the stored draft, if any. */
  end(): Promise<{ readonly draftId: MessageId | null }>
}

interface StreamTarget {
  readonly lease: Lease
  /** The thread's revision. Once it has changed, no more text of the draft is stored. */
  readonly revision: number
  /** Removes from an unfinished text what must not be shown. */
  readonly clean?: (text: string) => Promise<string>
  /** The cancellation of the turn. Checked in the database before anything is shown. Absent if nothing can cancel it. */
  readonly stop?: Pick<CancellationWatch, 'signal' | 'isFresh' | 'isCancelled'>
}

/** The interval between renewals of the typing indicator, in ms. Every platform shows it for longer. */
const typingMs = 4_000

/** A tool that ends within this time, in ms, is not shown, because the line would only flicker. */
const quickToolMs = 300

/**
 * The longest time for which a wait that the platform requested for a preview delays the final text, in ms. If the platform then refuses the
 * text too, that wait is obeyed in full.
 */
const longestWaitMs = 60_000

/**
 * Shows a reply as it grows: as a transient preview, as one message that is edited, or only as a typing indicator, depending on the
 * platform. While a tool runs, one line says so, where the platform shows progress or in place of the text. Failures only affect the preview, because the reply itself is delivered afterwards.
 */
export function streamReply(deps: ConversationDeps, turn: Turn, { lease, revision, stop, clean }: StreamTarget): ReplyStream {
  const sender = deps.senders.get(turn.place.platform)
  if (!sender) return { show() {}, showTool() {}, end: async () => ({ draftId: turn.draftId }) }
  const over = new AbortController()
  /** What is to be shown: the text so far, or what the bot is doing. */
  let latest = ''
  let doing = ''
  /** Aborted when the running tool has ended. */
  let running = new AbortController()
  const show = choosePreview(deps, { turn, lease, revision, sender, over: over.signal })
  // The place may belong to another user now. No account leaves with our own page, which shows text ten times a second.
  const isCancelled = async () => (sender.accountsAreOurs ? stop?.signal.aborted : await stop?.isCancelled()) === true
  const everyMs = sender.streamEveryMs?.(turn.place.address) ?? 1_000

  async function follow(): Promise<void> {
    let [shownText, shownLine] = ['', '']
    while (!over.signal.aborted) {
      const line = sender?.showProgress ? '' : doing
      if (latest === shownText && line === shownLine) {
        await changed()
        continue
      }
      // A line gives way to a text, which may have been shown before it.
      ;[shownText, shownLine] = [latest, line]
      if (await isCancelled()) return
      if (line !== '') await show.progress(line)
      else if (shownText !== '') await show.text(clean ? await clean(shownText) : shownText)
      await deps.clock.sleep(everyMs, over.signal)
    }
  }

  let waiting: (() => void)[] = []
  const changed = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve)
      if (over.signal.aborted) resolve()
    })
  const wake = () => {
    const woken = waiting
    waiting = []
    for (const resolve of woken) resolve()
  }
  /** Aborted when what the bot is doing changes. */
  let moved = new AbortController()
  const setDoing = (line: string) => {
    if (line === doing) return
    doing = line
    wake()
    moved.abort()
    moved = new AbortController()
  }

  /** Shows what the bot is doing where the platform has a place for it, and else the typing indicator until there is text. */
  async function indicate(): Promise<void> {
    const { address } = turn.place
    let [shownLine, isFirst] = ['', true]
    const attempt = (shown: Promise<void> | undefined) => shown?.catch((error: unknown) => logPreviewFailure(deps, turn, error))
    while (!over.signal.aborted) {
      const until = AbortSignal.any([over.signal, moved.signal])
      const line = sender?.showProgress ? doing : ''
      const isTyping = line === '' && latest === ''
      if (isTyping || line !== '' || shownLine !== '') {
        if (!(isFirst && stop?.isFresh) && (await isCancelled())) break
        isFirst = false
        if (line !== '' || shownLine !== '') await attempt(sender?.showProgress?.(address, line))
        if (isTyping) await attempt(sender?.showTyping?.(address))
        shownLine = line
      }
      await deps.clock.sleep(typingMs, until)
    }
    if (shownLine !== '') await attempt(sender?.showProgress?.(address, ''))
  }
  // allSettled, because the promise is awaited only at the end, and an earlier failure must not count as unhandled.
  const shown = Promise.allSettled([show.isNone ? undefined : follow(), indicate()])
  return {
    show(text) {
      latest = text
      running.abort()
      setDoing('')
      wake()
    },
    showTool(tool) {
      running.abort()
      running = new AbortController()
      const until = AbortSignal.any([over.signal, running.signal])
      const line = tool?.progress && translatorOf(turn.user.language)(tool.progress)
      if (line) void deps.clock.sleep(quickToolMs, until).then(() => until.aborted || setDoing(line))
    },
    async end() {
      over.abort()
      wake()
      for (const outcome of await shown) if (outcome.status === 'rejected') throw outcome.reason
      return { draftId: show.draftId() }
    },
  }
}

interface PreviewRun extends StreamTarget {
  readonly turn: Turn
  readonly sender: PlatformSender
  /** Aborted when the reply is complete. */
  readonly over: AbortSignal
}

interface ReplyPreview {
  /** Whether the reply is not shown before it is complete. */
  readonly isNone?: true
  text(text: string): Promise<void>
  /** Shows a line in place of the text. The line is not stored. */
  progress(line: string): Promise<void>
  draftId(): MessageId | null
}

function choosePreview(deps: ConversationDeps, showing: PreviewRun): ReplyPreview {
  const { turn, sender } = showing
  // The earlier reply stays until it is replaced.
  if (turn.replaced) return noPreview(null)
  if (sender.preview && (sender.canPreview?.(turn.place.address) ?? true)) return createTransientPreview(deps, showing)
  if (sender.edit) return createEditedPreview(deps, showing)
  return noPreview(turn.draftId)
}

const noPreview = (draftId: MessageId | null): ReplyPreview => ({
  isNone: true,
  text: async () => {},
  progress: async () => {},
  draftId: () => draftId,
})

function createTransientPreview(deps: ConversationDeps, { turn, sender, over }: PreviewRun): ReplyPreview {
  const key = `turn.${turn.id}` as DeliveryKey
  const text = async (shown: string) => {
    try {
      await sender.preview?.(turn.place.address, firstPart(sender, shown), key)
    } catch (error) {
      await pauseAfterFailure(deps, { turn, over }, error)
    }
  }
  return { text, progress: text, draftId: () => turn.draftId }
}

/** Sends one message and keeps editing it. The rows of the message and its first part are stored before anything is sent. */
function createEditedPreview(deps: ConversationDeps, { turn, lease, revision, sender, over }: PreviewRun): ReplyPreview {
  let draftId = turn.draftId
  let sent: PlatformMessageId | undefined
  let stopped = draftId !== null
  /** `text` is what is stored of what is shown. */
  async function update(shown: string, text: string): Promise<void> {
    if (stopped || !shown.trim()) return
    const part = { text: shown, buttons: [{ label: translatorOf(turn.user.language)('button.stop'), action: '/stop' }], unfinished: true }
    try {
      if (sent) await sender.edit?.(turn.place.address, sent, part)
      else {
        // Nothing is shown while parts are pending in this place, because they are sent first.
        const { threadId, place } = turn
        if (await warnOfUnknownDeliveries(deps, { threadId, placeId: place.id, segmentId: lastOf(turn).segmentId }))
          await deliverPlace(deps, place.id, over)
        if (await hasPendingParts(deps.store.db, place.id)) return
        const stored = await storeDraft(deps, turn, { lease, revision, text, shown })
        if (!stored) {
          stopped = true
          return
        }
        draftId = stored
        const replyTo = 'replyTo' in replyToOf(turn) ? turn.messages.at(-1)?.platformMessageId : null
        sent = await sender.send(turn.place.address, { ...part, ...(replyTo && { replyTo }) }, deliveryKey(draftId, 0))
      }
      if (draftId)
        await recordPreview(deps, turn, {
          lease,
          revision,
          messageId: draftId,
          recorded: { text, platformMessageId: sent, state: 'sent' },
        })
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      // A wait that the platform requested also delays the final text.
      const waitMs = Math.min(error.retryAfterMs ?? 1_000, longestWaitMs)
      const wait = error.kind === 'rate_limited' && { notBefore: new Date(deps.clock.now().getTime() + waitMs) }
      if (!sent) stopped = true
      const failure = sent ? wait : { ...toFailedPreview(sender, error), error: error.message, ...wait }
      if (draftId && failure) await recordPreview(deps, turn, { lease, revision, messageId: draftId, recorded: failure })
      await pauseAfterFailure(deps, { turn, over }, error)
    }
  }
  return {
    text: (whole) => update(firstPart(sender, whole), firstPart(sender, whole)),
    progress: (line) => update(line, ''),
    draftId: () => draftId,
  }
}

/**
 * Returns what to record after a failed preview. Unless the platform recognizes repeats, an unknown outcome means that the final text is
 * not sent either.
 */
function toFailedPreview({ repeatSafeMs }: PlatformSender, { kind }: PlatformError): Pick<RecordedPreview, 'state' | 'sendStartedAt'> {
  // The user blocked the bot, the chat is gone, or the platform does not take the message. The final text is not sent either.
  if (kind === 'unreachable' || kind === 'rejected') return { state: 'failed', sendStartedAt: null }
  if (kind !== 'unknown') return { state: 'pending', sendStartedAt: null }
  return { state: repeatSafeMs ? 'pending' : 'unknown' }
}

interface RecordedPreview {
  readonly state?: 'sent' | 'pending' | 'unknown' | 'failed'
  /** Null if nothing was sent. */
  readonly sendStartedAt?: null
  readonly notBefore?: Date
  readonly text?: string
  readonly platformMessageId?: PlatformMessageId
  readonly error?: string
}

interface PreviewRecord extends Pick<StreamTarget, 'lease' | 'revision'> {
  readonly messageId: MessageId
  readonly recorded: RecordedPreview
}

/** Records what was shown. Throws LeaseLostError if another worker has claimed the turn. */
async function recordPreview(deps: ConversationDeps, turn: Turn, { lease, revision, messageId, recorded }: PreviewRecord): Promise<void> {
  const { text, ...rest } = recorded
  const { count } = await deps.store.transaction(async (tx) => {
    await assertLease(tx, lease)
    const isGood = (await lockThread(tx, turn.threadId))?.revision === revision
    return tx.delivery.updateMany({
      where: { messageId, part: 0, state: { in: ['sending', 'sent'] } },
      data: { ...rest, ...(text && isGood && { text: storable(text) }), updatedAt: deps.clock.now() },
    })
  })
  const { state, error } = recorded
  // Nothing more is sent of this part, so its outcome is counted here.
  if (count > 0 && (state === 'unknown' || state === 'failed'))
    reportOutcome(deps, { platform: turn.place.platform, messageId, state, error })
}

const firstPart = (sender: PlatformSender, text: string) =>
  text.length <= sender.maxLength ? text : (splitReply(text, sender.maxLength)[0] ?? '')

async function pauseAfterFailure(deps: ConversationDeps, { turn, over }: Pick<PreviewRun, 'turn' | 'over'>, error: unknown): Promise<void> {
  if (error instanceof LeaseLostError || !(error instanceof PlatformError)) throw error
  logPreviewFailure(deps, turn, error)
  if (error.kind === 'rate_limited' || error.kind === 'deferred') await deps.clock.sleep(error.retryAfterMs ?? 1_000, over)
}

function logPreviewFailure(deps: ConversationDeps, turn: Turn, error: unknown): void {
  deps.log.debug({ turnId: turn.id, platform: turn.place.platform, error: messageOf(error) }, 'a reply could not be previewed')
}
