import { setTimeout as pause } from 'node:timers/promises'
import { messageOf } from '../../../src/core/domain/errors.ts'
import type { ChangeSeq, DayLabel } from '../../../src/core/domain/ids.ts'
import type { BroadcastEvent } from '../../../src/core/ports/broadcast.ts'
import { dayLabelOf } from '../../../src/core/ports/clock.ts'
import { withoutNotice } from '../../../src/offline/chat/chat-model.ts'
import { findSessionUser } from '../../../src/people/sign-in.ts'
import { findUserById, type User } from '../../../src/people/users.ts'
import type { Scope } from '../../../src/threads/scope.ts'
import { findChangeSeq } from '../../../src/threads/thread.ts'
import { pageAddress, platformName } from '../address.ts'
import { prepareHighlighting } from '../markdown/highlight.ts'
import type { WebDeps } from '../options.ts'
import { daySessionsHtml } from '../pages/day-sessions.tsx'
import { toDayUpdate } from '../pages/days.tsx'
import type { PageLanguage } from '../pages/language.tsx'
import { loopPanelHtml } from '../pages/loop-panel.tsx'
import { messageFragment } from '../pages/message.tsx'
import { findOwnLanguage } from '../server/language.ts'
import { type LiveEvent, signedOutCode } from '../shared/live-event.ts'
import { compareBlocks } from '../shared/preview-blocks.ts'
import { findScope } from '../views/day-view.ts'
import { previewBlocks } from '../views/markdown.ts'
import { completeMessages, refersToOthers } from '../views/shown-messages.ts'
import { createExclusive } from './exclusive.ts'
import { messagesAtOnce, mostChanges, type PageNews, readNews } from './read-news.ts'

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
  /** Identifies the session of the page. */
  readonly sessionToken: string
}

const mostBuffered = 1_000_000
const heartbeatMs = 25_000
/** How long events are gathered before the changes are read. A reply is announced twice: when it is stored, and when it is sent. */
const gatherMs = 5
/** Closes a connection so that the page reconnects: "service restart". */
const movedCode = 1012

/**
 * Keeps a page up to date until it disconnects. Events only signal that something has changed. The changes are read from the database,
 * starting after the last one sent, so a missed event does no harm.
 */
export function followThread(deps: WebDeps, follower: ThreadFollower): void {
  const { socket, user, language, since, day, sessionToken } = follower
  const closed = new AbortController()
  const address = pageAddress(user.id)
  const send = (event: LiveEvent) => void (closed.signal.aborted || socket.send(JSON.stringify(event)))
  let seq = since
  let loopsVersion = follower.loops ?? ''
  let sessionsVersion = follower.sessions ?? ''
  let summariesSince = deps.clock.now().getTime()
  let scope: Scope | undefined
  /** The unfinished reply as it was sent. */
  let preview: { readonly key: string; readonly blocks: readonly string[] } = { key: '', blocks: [] }
  /** While the session is checked, previews are dropped. */
  let isSuspended = false
  /** Whether the page has been told to reload in its user's new language. */
  let isOutdated = false

  const sendChanges = async () => {
    for (let pass = 0; !closed.signal.aborted; pass++) {
      scope ??= await findScope(deps, user)
      if (!scope) return (await findUserById(deps.store.db, user.id)) ? undefined : leave()
      const news = await readNews(deps, { user, sessionToken, scope, seq, summariesSince, day })
      if (news.threadId !== scope.threadId) {
        scope = undefined
        continue
      }
      if (!checkUser(news.sessionUser)) return
      const sent = news.messages.length
      // What this run has sent itself does not count.
      const isBehind = news.changeCount > mostChanges || (pass === 0 && socket.bufferedAmount > mostBuffered)
      if (sent > 0 && isBehind) {
        seq = await findChangeSeq(deps.store.db, scope.threadId)
        send({ type: 'reload', seq })
      } else if (sent > 0) {
        const shown = await completeMessages(deps, scope, news)
        // What they refer to was read later than the session.
        if (news.messages.some(refersToOthers) && !(await isSignedIn())) return
        seq = news.messages.at(-1)?.changeSeq ?? seq
        const today = dayLabelOf(news.loops.time.now, news.loops.time.timezone)
        const messages = shown.map((message) => messageFragment(language, message, today))
        send({ type: 'changes', messages, days: news.days.map((size) => toDayUpdate(language, size)), seq })
      }
      sendLists(news)
      if (sent < messagesAtOnce) return
    }
  }
  /** Tells of new summaries, and of the loops and sessions if they have changed. */
  const sendLists = ({ summaries, loops, sessions }: PageNews) => {
    summariesSince = summaries.at(-1)?.updatedAt ?? summariesSince
    if (summaries.length > 0) send({ type: 'summary', days: summaries.map(({ dayLabel }) => dayLabel) })
    if (loops.version !== loopsVersion) send({ type: 'loops', html: loopPanelHtml(language, loops) })
    loopsVersion = loops.version
    if (!sessions) return
    if (sessions.version !== sessionsVersion) send({ type: 'sessions', html: daySessionsHtml(language, sessions) })
    sessionsVersion = sessions.version
  }
  /** Reloads the page of a user who was merged into another user. */
  const leave = () => {
    send({ type: 'reload', seq })
    socket.close(movedCode)
  }
  const isSignedIn = async (): Promise<boolean> => checkUser(await findSessionUser(deps, sessionToken))
  /** Closes the connection of a session that has ended, or whose user is another one now. Returns whether it stays. */
  const checkUser = (current: User | undefined): boolean => {
    if (!current) socket.close(signedOutCode)
    else if (current.id !== user.id) leave()
    else checkLanguage(current)
    return current?.id === user.id
  }
  /** Tells the page, once, to reload in its user's new language. Until it does, it gets updates in the old one. */
  const checkLanguage = (current: User) => {
    if (isOutdated || (findOwnLanguage(current) ?? language.code) === language.code) return
    isOutdated = true
    send({ type: 'reload', seq })
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
  const update = () =>
    sendChanges().catch((error) => {
      deps.log.warn({ userId: user.id, error: messageOf(error) }, 'An open page could not be updated')
      // The page reconnects, and starts after the last change that it has.
      socket.close(1011)
    })
  const flush = createExclusive(update, () => pause(gatherMs))

  /** That there is no language model is left out, because it stands below the reply once that is finished. */
  const sendPreview = (key: string, text: string) => {
    // Not waited for, so that previews stay in order.
    prepareHighlighting([text]).catch((error) => deps.log.warn({ error: messageOf(error) }, 'Code could not be highlighted'))
    const blocks = previewBlocks(withoutNotice(text), language.translate)
    const change = compareBlocks(preview.key === key ? preview.blocks : [], blocks)
    preview = { key, blocks }
    if (change) send({ type: 'preview', key, ...change })
  }

  const onEvent = (event: BroadcastEvent) => {
    if (event.type === 'thread-changed') return void (event.userId === user.id && flush())
    if (event.type === 'sessions-ended') return void (event.userId === user.id && recheckSession())
    if (event.type === 'stop-turn' || event.platform !== platformName || event.address !== address) return
    if (isSuspended) return
    if (event.type === 'typing') send({ type: 'typing', ...(event.line !== undefined && { line: event.line }) })
    else if (event.text !== '') sendPreview(event.key, event.text)
    // The message is sent before its preview ends. Otherwise the page would flicker.
    else void flush().then(() => send({ type: 'preview-end' }))
  }

  const unsubscribe = deps.broadcast.subscribe(onEvent)
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
