export const settings = {
  'start.welcome':
    '**Hello! I keep one conversation with you**, from day to day and wherever you write from.\n\nJust write to me. Each day gets a summary, and I look up earlier messages:\n- "What did we decide last week?"\n- /summary yesterday – the summary of a day\n- /find words – search our conversation\n- /help – everything I can do',
  'start.timezone':
    '**Which timezone are you in?** Your days begin and end by it. Until you choose one, I use {timezone}. Pick one, or type it: /timezone Area/City',
  'timezone.other': 'Other…',
  'start.wrongCode':
    'That setup code is wrong, already used, or replaced by a newer one, but you do not need one to talk with me: just write.',
  'start.unusedCode':
    'That setup code is right, but was not used, because this account already has a conversation of its own: to make it the owner’s, send /link on the page or from the owner’s account, and enter the code you get here.',
  'start.link':
    'This link merges this conversation with that of the person who created it, and both accounts can read all of it. If you created it yourself from your other account, press Link or write `/link {code}`. Otherwise, do nothing.',
  'start.linkButton': 'Link',
  'help.text':
    'Write to me as you would to a friend who forgets nothing. Ask "what did we decide last week?", and I look it up.\n\n{commands}\n\nA day is a date such as 2026-03-31, today, yesterday, or words such as last Tuesday.',
  'timezone.current': 'Your timezone is **{timezone}**. It is {time} there. To change it, type /timezone Area/City.',
  'timezone.default': 'You have not set a timezone, so I use **{timezone}**. It is {time} there. Pick yours, or type /timezone Area/City.',
  'timezone.set':
    'Your timezone is now **{timezone}**, where it is {time}. {first, select, yes {All your days, including past ones, now begin and end by it.} other {From now on, your days begin and end by it. Past days stay as they are.}}',
  'timezone.unknown': 'There is no timezone "{name}". Write it as Area/City, for example Europe/Paris or America/New_York.',
  'language.current':
    'I write in **{language}** to you, {reason, select, locale {as your app says} writing {because you write in it} choice {as you chose} other {because I know nothing better yet}}. To change that, type /language followed by a language.',
  'language.set': 'I now write in **{language}** to you, whatever language you write in.',
  'language.unknown':
    'I know no language "{name}". Use its name or its code, such as Deutsch, German or de. My own texts exist in these languages: {languages}.',
  'digest.off': 'I do not post daily summaries. /summary shows one at any time.',
  'digest.on': 'I post each day’s summary here when the day is over, but never between {from} and {until}.',
  'digest.at': 'I post each day’s summary here at {time} the next day.',
  'digest.change': '{setting} To change that: /digest on, /digest off, or a time such as /digest 07:30.',
  'digest.turnOn': 'Turn on',
  'digest.turnOff': 'Turn off',
  'digest.unknown': '"{setting}" is not a digest setting. Use on, off, or a time such as 07:30.',
  'command.unknown':
    'I have no command /{name}.{suggestion, select, none {} other { Did you mean /{suggestion}?}} /help lists those I have.',
  'command.ownersOnly': 'Only an owner of this bot can do that.',
  'command.noOwnerRights':
    'This account has no owner rights. It was linked to an owner without them. Use the account that you were an owner with before.',
  'command.missing': 'Write it like this: {usage} – {help}.',
  'command.takesNothing': '/{name} takes nothing after it: write just /{name}.',
  'command.notAnOption': '"{value}" is not an option. Choose one of {options}.',
  'command.notADay':
    '"{value}" is not a day I understand: write it as YYYY-MM-DD, today, yesterday, or in words such as last Tuesday or 3 March.',
  'command.notAMessage': 'Write the number of a message, as in 123 or #123.',
  'command.notANumber': 'Write the number as shown, for example 12.',
  'command.failed': 'Something went wrong on my side. The error was logged. Please try again.',
  'command.privateOnly': 'I answer this command in private only. Send me a direct message first, then try again.',
}
