export const voice = {
  'voice.help': 'Talk to me on the phone or in the browser',
  'voice.setting': 'link: link your phone number; pin: set the PIN that you say in calls',
  'voice.code': 'Six digits, or off',
  'calling.help': 'Answer whether a phone number is yours',
  'voice.none': 'Calls are not set up here. The operator of this bot can set them up: see docs/voice.md.',
  'voice.directOnly': 'Calls are arranged in private only. Send /voice to me in a direct message.',
  'voice.browser':
    '[Call me in the browser]({link})\n\nThe link works once, within {minutes} minutes. Do not share it: whoever opens it calls as you.',
  'voice.phone':
    'On the phone, call **{number}**. `/voice link` links your number, and `/voice pin` sets the PIN that shows me that it is you.',
  'voice.numberCode':
    'Your code is **{code}**. Call **{number}** from the phone that you want to link, and say the code digit by digit. After the call, I ask you here whether the number is yours.\n\nThe code works once, within 10 minutes.',
  'voice.noPhone': 'There is no phone number to call here. Send /voice to call in the browser.',
  'voice.pinInvalid': 'A PIN has {length} digits and is not as easy as 111111 or 123456. Send it like this: `/voice pin 274905`.',
  'voice.pinHow':
    'Set a PIN of {length} digits: `/voice pin 274905`. Say it in a call from a linked number, and I know that it is you. `/voice pin off` removes it.',
  'voice.pinSet':
    'Your PIN is set. Say it digit by digit in calls from a linked number. Then delete your message with the PIN, because I cannot delete it everywhere.',
  'voice.pinRemoved': 'Your PIN is removed. Calls from your numbers are no longer stored, because nothing else proves who calls.',
  'voice.pinExposed': 'Others may have seen that PIN, so it was not set. Send me another one in a direct message.',
  'voice.numberQuestion':
    '**Is {number} yours?** Your code was spoken in a call from this number. If you confirm, I greet calls from it by your name. Everything private needs your PIN as well.',
  'voice.confirm': 'Yes, it is mine',
  'voice.decline': 'No',
  'voice.numberLinked':
    '**{number} is linked.** {pin, select, yes {Say your PIN in calls from it, so that I know that it is you.} other {Now set a PIN to say in calls from it, so that I know that it is you: send /voice pin and six digits.}}',
  'voice.numberDeclined': '{number} was not linked.',
  'voice.numberTaken': '{number} is already linked to somebody else. They can separate it with /unlink.',
  'voice.unproven':
    'Somebody called from a number that is linked to you, but I did not hear your PIN. Numbers can be forged, so I stored nothing of the call. Say your PIN digit by digit next time. `/voice pin` sets it.',
  'voice.unlinkQuestion':
    'Unlink **{account}**? Calls from it will be those of a stranger. Calls that are already stored stay in this conversation.',
  'voice.unlinkYes': 'Unlink',
  'voice.unlinked': '**{account} is no longer linked.** Calls that are already stored stay in this conversation.',
  'voice.pageTitle': 'Call',
  'voice.pageText': 'The link works once. The call continues our conversation.',
  'voice.pageCall': 'Start the call',
  'voice.pageSpent': 'This link was already used, or has expired. Send /voice to get a new one.',
  'page.call': 'Phone call',
  'page.call.length': '{minutes, plural, =0 {{seconds, plural, one {# second} other {# seconds}}} one {# minute} other {# minutes}}',
  'page.accounts.unlink-number':
    'Calls from this number will be those of a stranger. Calls that are already stored stay in this conversation.',
}
