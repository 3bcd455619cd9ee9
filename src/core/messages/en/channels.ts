export const channels = {
  'channel.help': 'Log this channel for its members, and stop that; for managers, and optout for everyone',
  'channel.action': 'On, off, erase, keep, timezone, related, optout or optin; how it stands if omitted',
  'channel.value': 'For keep, days such as 90d, or always; for timezone, Area/City; for related, #channel or none',
  'summarize.help': 'Summarize what was said in this channel: /summarize the last two hours',
  'summarize.range': 'The last two hours, since Monday, yesterday; the last 24 hours if omitted',
  'rebuild.help': 'For channel managers: make all summaries of this channel again',
  'history.help': 'For channel managers: log what was said here earlier: /history 30d',
  'history.days': 'How far back, such as 30d; 7 days if omitted',
  'channel.sharedOnly': 'This command is for channels and groups. Type it there.',
  'channel.managersOnly': 'Only people who manage this channel on {platform}, and the owners of this bot, can do that.',
  'channel.managersUnknown': '{platform} did not tell me whether you manage this channel. Please try again in a moment.',
  'channel.unsupported': 'Channels on {platform} cannot be logged.',
  'channel.neverOn': 'This channel is not logged. Its managers can switch that on with /channel on.',
  'channel.status':
    'This channel is {state, select, on {**logged**} other {**not logged** at the moment, but its log is kept}}: {messages, plural, one {# message} other {# messages}} and {summaries, plural, one {# summary} other {# summaries}}. Times are in {timezone}. {keep, plural, =0 {Messages are kept} one {Messages are deleted after # day, their summaries stay} other {Messages are deleted after # days, their summaries stay}}.{optedOut, select, yes { Nothing that you write here is logged: /channel optin changes that.} other { To have nothing logged that you write here, send /channel optout.}}',
  'channel.announcement':
    '**I now log this channel**, as {name} has asked me to: what everyone writes here, when, and how many images and files came with it. That way I can answer like somebody who was there. Only people who can read this channel get to see it.{days, plural, =0 {} one { I also read what was written here on the last day.} other { I also read what was written here in the last # days.}}\n\n- You do not want to be logged? Send `/channel optout`.\n- `/forget` deletes what you wrote, and `/export` gives it to you, even if you never talk to me.\n- To ask me something, mention me.',
  'channel.on': 'I now log this channel, and I have told everyone here. `/channel off` stops it.',
  'channel.alreadyOn': 'This channel is logged already. `/channel off` stops it.',
  'channel.noAccess':
    'I cannot read this channel on {platform} yet. Add me to it, and let me read its messages and their history. Then send `/channel on` again.',
  'channel.notDelivered':
    'On {platform}, I only receive what is addressed to me, so there is nothing to log yet. {remedy} Then send `/channel on` again.',
  'channel.hint.discord':
    "Switch on Message Content for the bot in Discord's developer portal, set DISCORD_MESSAGE_CONTENT=on, and start me again.",
  'channel.hint.telegram':
    'Make me an administrator of this group, or switch off my privacy mode with /setprivacy at @BotFather and add me again.',
  'channel.hint.slack': 'Give the app the scopes and events of its manifest, install it again, and invite me to this channel.',
  'channel.off': 'I no longer log this channel. What I logged is kept: `/channel on` continues, and `/channel erase` deletes it.',
  'channel.offNotice': '**I no longer log this channel.** What I logged is kept, for those who can read this channel.',
  'channel.alreadyOff': 'This channel is not logged. What was logged is kept: `/channel erase` deletes it.',
  'channel.erasePreview':
    'This deletes the log of this channel for everyone: {messages, plural, one {# message} other {# messages}} and {summaries, plural, one {# summary} other {# summaries}}. It also stops the log. What people said to me stays in their own conversations. This cannot be undone.',
  'channel.eraseButton': 'Delete the log',
  'channel.erased': 'The log of this channel is deleted, with all its summaries.',
  'channel.eraseNotice': '**I deleted the log of this channel** with all its summaries, and no longer log it.',
  'channel.keepForm': 'Write a number of days after keep, as in `/channel keep 90d`, or `/channel keep always`.',
  'channel.keep':
    '{days, plural, =0 {Messages of this channel are kept from now on.} one {Messages of this channel are deleted after # day. Their summaries stay.} other {Messages of this channel are deleted after # days. Their summaries stay.}}',
  'channel.keepNotice':
    '**{days, plural, =0 {I keep the messages of this channel from now on.} one {I delete the messages of this channel after # day. Their summaries stay.} other {I delete the messages of this channel after # days. Their summaries stay.}}**',
  'channel.timezone': 'Times in the summaries of this channel are now in {timezone}.',
  'channel.relatedForm': 'Name a channel after related, as in `/channel related #other`, or `/channel related none`.',
  'channel.relatedUnknown':
    'I know no logged channel {name} here. It must be of the same server, and logged: send `/channel on` there first.',
  'channel.relatedNotManager': 'You do not manage {name}. Only somebody who manages both channels can do that.',
  'channel.relatedUnreadable':
    'Not everyone who can read this channel can read {name}, or {platform} does not tell me. So I must not show anything of it here.',
  'channel.related': 'When I answer here, I now also know the latest summaries of {name}.',
  'channel.relatedNone': 'When I answer here, I know of no other channels.',
  'channel.optout':
    'Nothing that you write in this channel is logged from now on, unless you write to me. What was logged before stays: `/forget` deletes it. `/channel optin` changes your mind.',
  'channel.optin': 'What you write in this channel is logged again.',
  'summarize.nothing': 'Nothing was said in this channel in that time.',
  'summarize.answer': '**{range}**, {messages, plural, one {# message} other {# messages}}:\n\n{text}',
  'summarize.partial': 'That is only what was said since {from}. With what came before, it is too much to summarize at once.',
  'summarize.notATime': '"{text}" is not a time I understand. Write, for example, the last two hours, since Monday, or yesterday.',
  'summarize.failed': 'The summary could not be made just now. Please try again later.',
  'rebuild.preview':
    'Make all summaries of this channel again? That is {windows, plural, one {# half hour} other {# half hours}} with messages, and about {tokens} tokens.',
  'rebuild.button': 'Make them again',
  'rebuild.started': 'I make the summaries of this channel again, in the background. `/rebuild` shows how far it is.',
  'rebuild.progress': 'The summaries of this channel are being made again: {done} of {total} are done.',
  'rebuild.nothing': 'There is nothing to summarize in this channel yet.',
  'history.form': 'Write a number of days, as in `/history 30d`. I go back {most} days at most.',
  'history.none': '{platform} does not let bots read what was said before. {remedy}',
  'history.hint.telegram': "Export the chat as JSON in Telegram's app, and import it: npx throughline import telegram result.json.",
  'history.started':
    'I am reading what was said here in the last {days, plural, one {day} other {# days}}. That goes on in the background. `/history` shows how far it is.',
  'history.progress': 'I am reading what was said here since {day}: {messages, plural, one {# message} other {# messages}} so far.',
  'history.done':
    'I have read what was said here before: {messages, plural, =0 {nothing was missing} one {# message was missing} other {# messages were missing}}.',
  'channel.notAdmitted': 'You may talk to me in this channel. For this, ask me for access first: send me a direct message.',
  'exportFile.channel': 'The log of {name}',
  'exportFile.channelSummaries': 'Summaries',
}
