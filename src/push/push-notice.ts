import type { MessageId, UserId } from '../core/domain/ids.ts'
import { beginningOf } from '../core/lib/excerpt.ts'
import type { Translate } from '../core/messages/messages.ts'

type NoticeTopic = 'replies' | 'reminders' | 'test'

/** What a browser is sent, encrypted for it alone. Its worker shows it. */
export interface PushNotice {
  /** The user it is for. Another one may have signed in to the browser since. */
  readonly account: UserId
  /** A later notice about the same takes its place. */
  readonly about: NoticeTopic
  readonly title: string
  readonly text: string
  /** What is shown in place of the text if the browser cannot ask who is signed in. */
  readonly brief: string
  /** The address on the page that it leads to. */
  readonly path: string
}

/** A reply or a reminder. */
export interface PushedMessage {
  readonly id: MessageId
  readonly text: string
  readonly isReply: boolean
}

/** In characters. What a phone shows of a notification. */
const longestText = 120

/** The sender of the messages, as chat apps title their notifications. */
const appName = 'Throughline'

/** Writes one notice of the replies and one of the reminders, as far as there are any. The newest message is the last. */
export function writeNotices(account: UserId, messages: readonly PushedMessage[], translate: Translate): PushNotice[] {
  const write = (about: NoticeTopic, own: readonly PushedMessage[]): PushNotice[] => {
    const newest = own.at(-1)
    if (!newest) return []
    const brief = translate('push.several', { count: own.length })
    const title = own.length === 1 ? appName : brief
    const path = `/continuous/?message=${newest.id}#m${newest.id}`
    return [{ account, about, title, text: beginningOf(newest.text, longestText), brief, path }]
  }
  const replies = messages.filter(({ isReply }) => isReply)
  const reminders = messages.filter(({ isReply }) => !isReply)
  return [...write('replies', replies), ...write('reminders', reminders)]
}

export function writeTestNotice(account: UserId, translate: Translate): PushNotice {
  const text = translate('push.test')
  return { account, about: 'test', title: appName, text, brief: text, path: '/continuous/' }
}
