import { messageOf } from '../../../src/core/domain/errors.ts'
import type { ChangeSeq, UserId } from '../../../src/core/domain/ids.ts'
import type { BroadcastEvent } from '../../../src/core/ports/broadcast.ts'
import { findUserById, type User } from '../../../src/people/users.ts'
import { listSummaryUpdates } from '../../../src/summaries/read.ts'
import { countChangesSince, listChangesSince } from '../../../src/threads/messages/read-messages.ts'
import { findChangeSeq } from '../../../src/threads/thread.ts'
import { pageAddress, platformName } from '../address.ts'
import type { WebDeps } from '../options.ts'
import { messageFragment } from '../pages/message.tsx'
import { findScope } from '../views/day-view.ts'
import { htmlOf } from '../views/markdown.ts'
import { loadShownMessages } from '../views/shown-messages.ts'
import { createExclusive } from './exclusive.ts'

/** The part of a WebSocket that is used here. */
export interface LiveSocket {
  /** Bytes that were sent and have not left yet. */
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
  /** The last change the page has seen. */
  readonly since: ChangeSeq
  /** Whose the session is; undefined when it has ended. */
  readonly signedIn: () => Promise<UserId | undefined>
}

/** What is sent to a page. */
type LiveEvent =
  | { readonly type: 'changes'; readonly messages: readonly ReturnType<typeof messageFragment>[]; readonly seq: number }
  | { readonly type: 'preview'; readonly key: string; readonly html: string }
  | { readonly type: 'preview-end' }
  | { readonly type: 'typing' }
  /** So much has changed that the page is better loaded anew. */
  | { readonly type: 'reload'; readonly seq: number }
  /** The summaries of these days were written anew. */
  | { readonly type: 'summary'; readonly days: readonly string[] }

const batch = 100
/** More changes than this are not sent one by one, nor any to a page that does not take them up. */
const mostChanges = 500
const mostBuffered = 1_000_000
const heartbeatMs = 25_000
/** Closes a connection whose session has ended (4000 to 4999 are ours to give, RFC 6455 section 7.4.2). */
const signedOutCode = 4401
/** Closes one that comes back by itself: "service restart". */
const movedCode = 1012

/**
 * Keeps a page up to date until it goes. News only says that there is something to read: what is sent comes from the
 * database, from the last change that was sent on, so news that was missed is made up for by the next.
 */
export function followThread(deps: WebDeps, { socket, user, since, signedIn }: ThreadFollower): void {
  const closed = new AbortController()
  const address = pageAddress(user.id)
  const send = (event: LiveEvent) => void (closed.signal.aborted || socket.send(JSON.stringify(event)))
  let seq = since
  let summariesSince = deps.clock.now()

  const sendChanges = async () => {
    const scope = await findScope(deps, user)
    if (!scope) return (await findUserById(deps.store.db, user.id)) ? undefined : leave()
    const changes = await countChangesSince(deps.store.db, scope, seq, mostChanges + 1)
    if (changes > mostChanges || (changes > 0 && socket.bufferedAmount > mostBuffered)) {
      seq = await findChangeSeq(deps.store.db, scope.threadId)
      send({ type: 'reload', seq })
    }
    for (let sent = batch; sent === batch && !closed.signal.aborted; ) {
      const changed = await listChangesSince(deps.store.db, scope, seq, batch)
      sent = changed.length
      seq = changed.at(-1)?.changeSeq ?? seq
      if (sent > 0) send({ type: 'changes', messages: (await loadShownMessages(deps, scope, changed)).map(messageFragment), seq })
    }
    const written = await listSummaryUpdates(deps.store.db, scope.threadId, summariesSince)
    summariesSince = written.at(-1)?.updatedAt ?? summariesSince
    if (written.length > 0) send({ type: 'summary', days: written.map(({ dayLabel }) => dayLabel) })
  }
  /** They were made one with another person, whose page this is from now on: it is loaded anew. */
  const leave = () => {
    send({ type: 'reload', seq })
    socket.close(movedCode)
  }
  const flush = createExclusive(() =>
    sendChanges().catch((error) => {
      deps.log.warn({ userId: user.id, error: messageOf(error) }, 'An open page could not be brought up to date')
      // It comes back by itself, from the last change it has seen.
      socket.close(1011)
    }),
  )

  const onNews = (news: BroadcastEvent) => {
    if (news.type === 'thread-changed') return void (news.userId === user.id && flush())
    if (news.type === 'stop-turn' || news.platform !== platformName || news.address !== address) return
    if (news.type === 'typing') send({ type: 'typing' })
    else if (news.text !== '') send({ type: 'preview', key: news.key, html: htmlOf(news.text) })
    // The message is there before its preview goes, or the page would flicker.
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
      // Told first: why it ends matters more than that an answer is late.
      const current = await signedIn()
      if (!current) return socket.close(signedOutCode)
      if (current !== user.id) return leave()
      if (!answered) return socket.terminate()
      answered = false
      socket.ping()
    }
  }
  beat().catch(() => socket.terminate())
  void flush()
}
