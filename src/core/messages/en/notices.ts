export const notices = {
  'access.granted': '**You now have access.** Just write to me. /start shows how to begin.',
  'access.introduction': 'This bot only talks with people it knows.',
  'access.setupHint': 'If this is your own bot, send `/start` followed by the code that it printed when it started.',
  'access.allowlist': '{introduction} Its owner decides who they are. {setupHint}',
  'access.shared': '{introduction} Send it a direct message to find out how to get access.',
  'access.full': '{introduction} Too many people are waiting for access right now. Write again tomorrow.',
  'access.pairing':
    '{introduction} Its owner can give you access: send them the code **{code}**, which they enter as `/approve {code}`. The code is valid for 24 hours. Until you are approved, nothing you write is stored. {setupHint}',
  'access.wrongCode':
    'That setup code is wrong, already used, or replaced by a newer one: send `/start` followed by the code that the bot printed when it last started.',
  'access.request':
    '{name} would like to talk with me on {platform}. Their code is **{code}**. Approve them only if they tell you the same code themselves. It is valid for 24 hours.',
  'button.approve': 'Approve',
  'button.deny': 'Deny',
  'button.block': 'Block',
  'button.unblock': 'Unblock',
  'button.stop': 'Stop',
  'button.tryAgain': 'Try again',
  'turn.failed':
    '{reason, select, rate_limited {The language model is overloaded right now.} unavailable {The language model is unavailable right now.} stalled {The language model stopped responding.} truncated {The language model ended its answer early.} rejected {The language model rejected the request. The operator of this bot can find the reason in its log.} cancelled {The answer was cancelled.} interrupted {I could not answer this: every attempt was interrupted.} other {The conversation kept changing while I answered.}} {kept, select, reply {My earlier reply stays.} other {Your message is kept.}} Send /retry to try again.',
  'turn.withdrawn': 'The message was deleted, so there is no reply.',
  'turn.stopped': 'Stopped.',
  'turn.tooLong': 'This reply reached its maximum length. Ask me to continue.',
  'turn.tooManyRounds': 'I looked things up in {rounds} rounds, which is the limit for one reply. Ask again and I will look further.',
  'progress.search': 'Searching your days…',
  'progress.read': 'Reading a past day…',
  'progress.memory': 'Looking in my memory…',
  'progress.note': 'Updating my memory…',
  'delivery.unknown':
    '{kind, select, reply {My reply to “{quote}” may not have been delivered.} other {My message “{quote}” may not have been delivered.}}',
  'delivery.more':
    'The same goes for {count, plural, one {# earlier message} other {# earlier messages}}. /retry lists them once these are settled.',
  'delivery.sendAgain': 'Send again{number}',
  'delivery.arrived': 'It arrived{number}',
  'retry.turn': 'Trying again.',
  'retry.delivery': 'Sending it again. If it had arrived after all, you will see it twice.',
  'retry.nothing': 'There is nothing to retry: my last reply was sent.',
  'retry.noSuch': 'There is no message with that number that may not have arrived. /retry lists them.',
  'retry.confirmed': 'Good. I will not ask about it again.',
  'retry.edited': '“{quote}” ({day}): you edited this after I had answered it.',
  'retry.answerAgain': 'Answer again{number}',
  'retry.again': 'I am answering it again. The new reply takes the place of the old one.',
  'retry.noEdit': 'There is no message with that number that was edited after I answered it. /retry lists them.',
  'stop.done': '{stopped, select, yes {Stopped. /retry asks again.} other {There is nothing to stop: no reply is being written.}}',
  'fresh.done':
    'A new topic starts here. Earlier messages are kept, and I look them up where they matter, but they do not carry over into what you write now.',
  'export.order': 'Name the earlier day first: /export {from} {to}.',
  'export.directOnly': 'I send exports only to you directly. Write to me in a direct chat first, then try again.',
  'export.coming':
    'Your files will arrive {where, select, here {here} other {in our direct chat}} shortly: one to read, and one in JSON that another Throughline can import.',
  'export.pending': 'I am already preparing your files. They will arrive shortly.',
  'export.tooMany': 'You have already requested {count} exports within an hour, which is the limit. Try again later.',
  'export.onThePage': 'Both files are on the web page under Settings, Export.',
  'export.links': 'Both files are on the web page: {links}. /web gives you a link that signs you in there.',
  'web.none':
    'The web page has no public address. The operator of this bot must set WEB_PUBLIC_URL to the address where people can reach it.',
  'web.link':
    '[Open our conversation on the web]({link})\n\nThe link signs in anyone who opens it, once, within {minutes} minutes. Do not share it.{local, select, yes { It opens only on the machine that runs this bot. To reach the page from elsewhere, set WEB_PUBLIC_URL there.} other {}}',
  'limit.messages':
    'You sent more than {limit} messages within a minute, which is the limit. From this message on, they are kept but not answered. Write again in a minute.',
  'limit.edits':
    'I have already answered {limit} messages within a minute, which is the limit. Your edit is kept but not answered. /retry offers to answer it.',
  'limit.tokens':
    'You have reached the limit of {limit, number} tokens a day. It resets at {time} ({timezone}). Your message is kept: send /retry then to have it answered.',
  'limit.tokensShared':
    'I cannot answer you any more today, because you have reached a limit. Your message is kept. Send /usage for details.',
  'limit.bytes':
    'Your last message was not stored, because with it you would have sent more than {megabytes} MB within a day, which is the limit. The limit resets in about {hours, plural, one {# hour} other {# hours}}.',
  'turn.restarted': 'This reply was started again below.',
}
