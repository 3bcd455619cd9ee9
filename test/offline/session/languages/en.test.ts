import { checkSessions } from '../../../support/session-cases.ts'
import { bot } from '../../../support/session-notes.ts'

checkSessions('en', {
  opens: [
    [["I'll send Maria the file by Friday"], [], ['user: Send Maria the file (by Friday)']],
    [['ugh i still need to call the plumber'], [], ['user: Call the plumber']],
    [['Can you check the train times again tomorrow?'], [], ['bot: Check the train times again (tomorrow)']],
    [['Ben will bring the keys on Sunday'], [], ['Ben: Ben will bring the keys (on Sunday)']],
    [
      ['What should I do first?', bot('Start with the tax. I will remind you about the tax on Monday.')],
      [],
      ['bot: Remind you about the tax (on Monday)'],
    ],
    [
      ['I have to pay the electricity bill before the 5th, otherwise they cut us off'],
      [],
      ['user: Pay the electricity bill (before the 5th)'],
    ],
    [['remind me to water the plants tonight'], [], ['user: Water the plants (tonight)']],
    [["don't let me forget to renew the passport"], [], ['user: Renew the passport']],
    [['My sister is going to book the restaurant'], [], ['my sister: My sister is going to book the restaurant']],
    [["we're gonna need a new sofa. I'll order it next week"], [], ['user: Order the new sofa (next week)']],
  ],
  'opens nothing': [
    [["I'll think about it"], [], []],
    [["if it rains I'll call a taxi"], [], []],
    [['Should I send Maria the file?'], [], []],
    [['I must say the soup was great'], [], []],
    [["I don't need to call the plumber"], [], []],
    [['Can you draft a letter to the landlord?', bot('Dear Sir or Madam, …')], [], []],
    [['Yesterday I sent Maria the file'], [], []],
    [["I'll send it by Friday!", bot('Good.'), 'sent it!'], [], []],
    [['Maria said I have to sign the contract'], [], []],
  ],
  closes: [
    [['sent it!'], ['Send Maria the file'], ['done 1']],
    [['paid the invoice'], ['Pay the invoice', 'Call the plumber'], ['done 1']],
    [['I finally called the plumber, he comes on Monday'], ['Call the plumber', 'Call Ann'], ['done 1']],
    [['forget about the deposit'], ['Pay the deposit', 'Call Ann'], ['dropped 1']],
    [['The gift for Tom is no longer needed'], ['Buy the gift for Tom'], ['dropped 1']],
    [['Ben brought the keys'], [['other', 'Ben will bring the keys']], ['done 1']],
    [
      ['What about the passport photos?', bot('You wanted to pick up the passport photos.'), 'done!'],
      ['Pick up the passport photos', 'Call Ann'],
      ['done 1'],
    ],
  ],
  'closes nothing': [
    [["haven't sent it yet"], ['Send Maria the file'], []],
    [['Did I send Maria the file?'], ['Send Maria the file'], []],
    [['I called the dentist'], ['Call the plumber'], []],
    [['Maria sent the file to her boss'], ['Send Maria the file'], []],
    [['Can you write to my landlord?', bot('Dear landlord, here is my notice.'), 'Sent, thanks!'], ['Send Maria the file'], []],
    [['done'], ['Send Maria the file', 'Call Ann'], []],
    [['I almost paid the invoice twice'], ['Pay the invoice'], []],
    [['paid the bill'], ['Pay the water bill', 'Pay the phone bill'], []],
  ],
})
