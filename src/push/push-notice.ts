import type { MessageId, UserId } from '../core/domain/ids.ts'
import { beginningOf } from '../core/lib/excerpt.ts'
import type { Translate } from '../core/messages/messages.ts'

/** What a browser is sent, encrypted for it alone. Its worker shows it. */
export interface PushNotice {
  /** The user it is for. Another one may have signed in to the browser since. */
  readonly account: UserId
  readonly title: string
  readonly text: string
  /** The address on the page that it leads to. */
  readonly path: string
}

/** A reply or a reminder. */
export interface PushedMessage {
  readonly id: MessageId
  readonly text: string
}

/** In characters. What a phone shows of a notification. */
const longestText = 120

/** The sender of the messages, as chat apps title their notifications. */
const appName = 'Throughline'

/** Writes the notice of one or several messages, the newest last. */
export function writeNotice(account: UserId, messages: readonly PushedMessage[], translate: Translate): PushNotice | undefined {
  const newest = messages.at(-1)
  if (!newest) return undefined
  const title = messages.length === 1 ? appName : translate('push.several', { count: messages.length })
  return { account, title, text: beginningOf(newest.text, longestText), path: `/continuous/?message=${newest.id}#m${newest.id}` }
}

export const writeTestNotice = (account: UserId, translate: Translate): PushNotice => ({
  account,
  title: appName,
  text: translate('push.test'),
  path: '/continuous/',
})
