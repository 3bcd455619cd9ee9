import { joinMessages } from '../join-messages.ts'
import { pageChannels } from './page-channels.ts'
import { pageComposer } from './page-composer.ts'
import { pageConversation } from './page-conversation.ts'
import { pageFirstVisit } from './page-first-visit.ts'
import { pageLoops } from './page-loops.ts'
import { pageSettings } from './page-settings.ts'

export const page = joinMessages(pageChannels, pageComposer, pageConversation, pageFirstVisit, pageLoops, pageSettings, {
  'page.skip': 'Skip to the {section, select, continuous {conversation} other {content}}',
  'page.sections': 'Sections',
  'page.continuous': 'Chat',
  'page.memory': 'Memory',
  'page.settings': 'Settings',

  'page.time.now': 'just now',
  'page.size': '{unit, select, byte {{size, plural, one {# byte} other {# bytes}}} kilobyte {{size, number} KB} other {{size, number} MB}}',
  'page.you': 'You',

  'page.signed-out.title': 'Sign in with a link',
  'page.signed-out.text': 'Open this page with your personal sign-in link.',
  'page.signed-out.here': 'On this machine, Throughline prints the link in its terminal each time it starts.',
  'page.signed-out.elsewhere':
    'Anywhere else, send `/web` to the bot, on Telegram for example. It replies with a link that works once, within 15 minutes.',
  'page.sign-in.text': 'This link signs you in to your conversation with Throughline in this browser. It works once.',
  'page.sign-in.again': 'If it no longer works, send `/web` to the bot for a new one.',
  'page.sign-in.button': 'Sign in',
  'page.spent.title': 'This link no longer works',
  'page.spent.text': 'A sign-in link works once and expires. This one was used or has expired.',
  'page.spent.new': 'To get a new one, send `/web` to the bot, or restart Throughline and open the link that it prints.',
  'page.spent.open': 'Already signed in? Open your conversation.',

  'page.error.title': 'That did not work',
  'page.error.back': 'Back to the conversation',
  'page.error.not-found': 'This page does not exist, or you do not have access to it.',
  'page.error.signed-out': 'You are not signed in. Open a sign-in link first.',
  'page.error.ours': 'Something went wrong. Nothing was lost. Try again in a moment.',
  'page.error.unreadable': 'The request could not be read. Reload the page and try again.',
  'page.error.too-long': 'That is too long to send at once. Shorten it, or send it in parts.',
  'page.error.media-type': 'Only JSON and forms are accepted here.',
  'page.error.format': 'The request has an invalid format.',
  'page.error.other-site': 'The request came from another site and was rejected. Open this page directly and try again.',
  'page.error.other-site-live': 'The connection was opened from another site and was rejected.',
  'page.error.other-address': 'This page has another address. Open {address}, the address in WEB_PUBLIC_URL.',
  'page.error.unknown-address': 'This page has another address. Open the address printed at startup, or set WEB_PUBLIC_URL.',
  'page.error.searches':
    'Too many searches: at most {points, number} a minute are allowed. {seconds, plural, one {Try again in # second.} other {Try again in # seconds.}}',
  'page.error.sign-ins':
    'Too many attempts to sign in from your address: at most {points, number} a minute are allowed. {seconds, plural, one {Try again in # second.} other {Try again in # seconds.}}',
  'page.error.connections':
    'This browser has {points, number} open pages, which is the limit. Close some of them. {seconds, plural, one {Try again in # second.} other {Try again in # seconds.}}',
  'page.error.date': '"{text}" is not a date: write it as YYYY-MM-DD, such as 2026-11-21.',
  'page.error.month': '"{text}" is not a month: write it as YYYY-MM, such as 2026-11.',
  'page.error.date-order': 'The first day, {from}, is after the last day, {to}. Swap them.',
  'page.error.timezone': 'That is not a timezone. Write it as Area/City, such as Europe/Paris.',
  'page.error.language': 'That is not a language of this page. Choose one from the list.',
  'page.error.messages': 'Pass one of around=<message id>, before=<message id> or since=<change>.',
  'page.error.position': 'before: not a position in the list. Open /memory/ to start from the beginning.',
  'page.error.context-gone': 'This information is kept only for recent replies.',
  'page.error.access-request': 'No pending access request has this code: it was already answered, or is more than a day old.',
  'page.error.link-code': 'A code looks like K7QF-2MXD. Send /link on your other account to get one.',
  'page.error.message-empty': 'a message needs some text',
  'page.error.message-length': 'a message can have 16,000 characters; send it in parts',
  'page.error.query-empty': 'write what to search for',
  'page.error.query-length': 'a search can have 500 characters',
  'page.error.server-address': 'expected an address with its version and without a password, such as http://127.0.0.1:11434/v1',
  'page.error.model-name': 'expected the name of a model',
  'page.error.key': 'expected a key of letters, digits and signs, without spaces',

  'page.script.lost': 'Connection lost; trying again…',
  'page.script.signed-out': 'You are signed out. Open a new sign-in link to continue.',
  'page.script.sending': 'Sending…',
  'page.script.sent': 'Sent',
  'page.script.not-sent': 'Not sent.',
  'page.script.again': 'Try again',
  'page.script.unreachable': 'The server cannot be reached.',
  'page.script.failed': 'That did not work. Try again in a moment.',
  'page.script.loading': 'Loading…',
  'page.script.not-loaded': 'This could not be loaded. Close it and open it again.',
  'page.script.search': 'Search: “{words}”',
  'page.script.moment': 'One moment…',
  'page.script.rewriting': 'Rewriting…',
  'page.script.still-rewriting': 'Still being written. It will appear here.',
  'page.script.not-rewritten': 'The summary could not be rewritten. The last one is unchanged.',
  'page.script.rewritten': 'Rewritten.',
  'page.script.copied': 'Copied.',
  'page.script.not-copied': 'This could not be copied.',
})

/** The messages of the web page in one language. */
export type PageMessages = Readonly<Record<keyof typeof page, string>>
