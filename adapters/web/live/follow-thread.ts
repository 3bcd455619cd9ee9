import { messageOf } from '../../../src/core/domain/errors.ts'
import type { ChangeSeq, DayLabel } from '../../../src/core/domain/ids.ts'
import type { BroadcastEvent } from '../../../src/core/ports/broadcast.ts'
import { dayLabelOf } from '../../../src/core/ports/clock.ts'
import { withoutNotice } from '../../../src/offline/chat/chat-model.ts'
import { findUserById, type User } from '../../../src/people/users.ts'
import { listSummaryUpdates } from '../../../src/summaries/read.ts'
import { countChangesSince, listChangesSince } from '../../../src/threads/messages/read-messages.ts'
import { findChangeSeq } from '../../../src/threads/thread.ts'
import { pageAddress, platformName } from '../address.ts'
import { prepareHighlighting } from '../markdown/highlight.ts'
import type { WebDeps } from '../options.ts'
import { daySessionsHtml } from '../pages/day-sessions.tsx'
import type { PageLanguage } from '../pages/language.tsx'
import { loopPanelHtml } from '../pages/loop-panel.tsx'
import { messageFragment } from '../pages/message.tsx'
import { findOwnLanguage } from '../server/language.ts'
import { type LiveEvent, signedOutCode } from '../shared/live-event.ts'
import { compareBlocks } from '../shared/preview-blocks.ts'
import { loadDaySessions } from '../views/day-sessions.ts'
import { findScope } from '../views/day-view.ts'
import { loadLoopPanel, readingTimeOf } from '../views/loops-page.ts'
import { previewBlocks } from '../views/markdown.ts'
import { loadShownMessages } from '../views/shown-messages.ts'
import { createExclusive } from './exclusive.ts'

/** The methods of a WebSocket that are used here. */
export interface LiveSocket {
  /** The number of bytes queued but not sent yet. */
  readonly bufferedAmount: number
  send(text: string): void
  ping(): void
  close(code: number): void
  terminate(): void
  on(event: 'pong' | 'close' | 'error', listener: () => void): unknown
}

export interface ThreadFollower {
  readonly socket: LiveSocket
  readonly user: User
  /** The language of the page. */
  readonly language: PageLanguage
  /** The last change that the page has. */
  readonly since: ChangeSeq
  /** The version of the list of loops that the page has. Absent for an empty list. */
  readonly loops?: string | undefined
  /** The day of the page. If absent, its sessions are not followed. */
  readonly day?: DayLabel | undefined
  /** The version of the day's sessions that the page has. Absent for none. */
  readonly sessions?: string | undefined
  /** Returns the session's user, or undefined once the session has ended. */
  readonly signedIn: () => Promise<User | undefined>
}

const batch = 100
/** The maximum number of changes to send one by one. If there are more, or if the page does not keep up, it reloads instead. */
const mostChanges = 500
const mostBuffered = 1_000_000
const heartbeatMs = 25_000
/** Closes a connection so that the page reconnects: "service restart". */
const movedCode = 1012

/**
 * Keeps a page up to date until it disconnects. Events only signal that something has changed. The changes are read from the database,
 * starting after the last one sent, so a missed event does no harm.
 */
export function followThread(deps: WebDeps, follower: ThreadFollower): void {
  const { socket, user, language, since, day, signedIn } = follower
  const closed = new AbortController()
  const address = pageAddress(user.id)
  const send = (event: LiveEvent) => void (closed.signal.aborted || socket.send(JSON.stringify(event)))
  let seq = since
  let loopsVersion = follower.loops ?? ''
  let sessionsVersion = follower.sessions ?? ''
  let summariesSince = deps.clock.now()
  /** The unfinished reply as it was sent. */
  let preview: { readonly key: string; readonly blocks: readonly string[] } = { key: '', blocks: [] }
  /** While the session is checked, previews are dropped. */
  let isSuspended = false

  const sendChanges = async () => {
    const scope = await findScope(deps, user)
    if (!scope) return (await findUserById(deps.store.db, user.id)) ? undefined : leave()
    const skipAhead = async () => {
      seq = await findChangeSeq(deps.store.db, scope.threadId)
      send({ type: 'reload', seq })
    }
    const changes = await countChangesSince(deps.store.db, scope, seq, mostChanges + 1)
    if (changes > mostChanges || (changes > 0 && socket.bufferedAmount > mostBuffered)) await skipAhead()
    const { now, timezone } = readingTimeOf(deps, user)
    const today = dayLabelOf(now, timezone)
    for (let sent = batch, all = 0; sent === batch && !closed.signal.aborted; ) {
      const changed = await listChangesSince(deps.store.db, scope, seq, batch)
      sent = changed.length
      all += sent
      seq = changed.at(-1)?.changeSeq ?? seq
      if (sent === 0) break
      // More changes have arrived since they were counted.
      if (all > mostChanges) {
        await skipAhead()
        break
      }
      const messages = (await loadShownMessages(deps, scope, changed)).map((shown) => messageFragment(language, shown, today))
      // Checked after reading, so that nothing written after the end of the session is sent.
      if (!(await isSignedIn())) return
      send({ type: 'changes', messages, seq })
    }
    const written = await listSummaryUpdates(deps.store.db, scope.threadId, summariesSince)
    summariesSince = written.at(-1)?.updatedAt ?? summariesSince
    if (written.length > 0) send({ type: 'summary', days: written.map(({ dayLabel }) => dayLabel) })
    const panel = await loadLoopPanel(deps, user, scope)
    if (panel.version !== loopsVersion) {
      if (!(await isSignedIn())) return
      loopsVersion = panel.version
      send({ type: 'loops', html: loopPanelHtml(language, panel) })
    }
    const sessions = day && (await loadDaySessions(deps, scope, day))
    if (!sessions || sessions.version === sessionsVersion || !(await isSignedIn())) return
    sessionsVersion = sessions.version
    send({ type: 'sessions', html: daySessionsHtml(language, sessions) })
  }
  /** Reloads a page that has become another: its user was merged into another user, or has another language now. */
  const leave = () => {
    send({ type: 'reload', seq })
    socket.close(movedCode)
  }
  /** Closes the connection of a session that has ended, or whose user or language is another one now. */
  const isSignedIn = async (): Promise<boolean> => {
    const current = await signedIn()
    const isSame = current?.id === user.id && (findOwnLanguage(current) ?? language.code) === language.code
    if (!current) socket.close(signedOutCode)
    else if (!isSame) leave()
    return isSame
  }
  const recheckSession = () => {
    isSuspended = true
    isSignedIn().then(
      (isIn) => {
        isSuspended = !isIn
      },
      () => socket.terminate(),
    )
  }
  const flush = createExclusive(() =>
    sendChanges().catch((error) => {
      deps.log.warn({ userId: user.id, error: messageOf(error) }, 'An open page could not be updated')
      // The page reconnects, and starts after the last change that it has.
      socket.close(1011)
    }),
  )

  /** That there is no language model is left out, because it stands below the reply once that is finished. */
  const sendPreview = (key: string, text: string) => {
    // Not waited for, so that previews stay in order.
    prepareHighlighting([text]).catch((error) => deps.log.warn({ error: messageOf(error) }, 'Code could not be highlighted'))
    const blocks = previewBlocks(withoutNotice(text), language.translate)
    const change = compareBlocks(preview.key === key ? preview.blocks : [], blocks)
    preview = { key, blocks }
    if (change) send({ type: 'preview', key, ...change })
  }

  const onNews = (news: BroadcastEvent) => {
    if (news.type === 'thread-changed') return void (news.userId === user.id && flush())
    if (news.type === 'sessions-ended') return void (news.userId === user.id && recheckSession())
    if (news.type === 'stop-turn' || news.platform !== platformName || news.address !== address) return
    if (isSuspended) return
    if (news.type === 'typing') send({ type: 'typing', ...(news.line !== undefined && { line: news.line }) })
    else if (news.text !== '') sendPreview(news.key, news.text)
    // The message is sent before its preview ends. Otherwise the page would flicker.
    else void flush().then(() => send({ type: 'preview-end' }))
  }

  const unsubscribe = deps.broadcast.subscribe(onNews)
  let answered = true
  socket.on('pong', () => {
    answered = true
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    closed.abort()
    unsubscribe()
  })
  const beat = async () => {
    for (;;) {
      await deps.clock.sleep(heartbeatMs, closed.signal)
      if (closed.signal.aborted) return
      // The session is checked first, because its end matters more than a late pong.
      if (!(await isSignedIn())) return
      if (!answered) return socket.terminate()
      answered = false
      socket.ping()
    }
  }
  beat().catch(() => socket.terminate())
  void flush()
}
