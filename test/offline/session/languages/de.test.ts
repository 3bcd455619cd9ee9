import { checkSessions } from '../../../support/session-cases.ts'
import { bot } from '../../../support/session-notes.ts'

checkSessions('de', {
  opens: [
    [['Ich muss noch den Klempner anrufen'], [], ['user: Den Klempner anrufen']],
    [['ich schick Maria bis Freitag die Datei'], [], ['user: Ich schick Maria die Datei (bis Freitag)']],
    [['Morgen muss ich die Rechnung überweisen.'], [], ['user: Die Rechnung überweisen (Morgen)']],
    [['Kannst du morgen nochmal die Zugzeiten prüfen?'], [], ['bot: Nochmal die Zugzeiten prüfen (morgen)']],
    [['Ben bringt am Sonntag die Schlüssel mit'], [], ['Ben: Ben bringt die Schlüssel mit (am Sonntag)']],
    [['Meine Schwester wird den Tisch reservieren'], [], ['meine Schwester: Meine Schwester wird den Tisch reservieren']],
    [
      ['Was ist zuerst dran?', bot('Die Steuer. Ich erinnere dich am Montag an die Steuer.')],
      [],
      ['bot: Ich erinnere dich an die Steuer (am Montag)'],
    ],
    [['Wir müssen unbedingt die Versicherung kündigen, bis zum 30.11.'], [], ['user: Die Versicherung kündigen (bis zum 30.11.)']],
    [['Ich werde das Buch zurückgeben'], [], ['user: Das Buch zurückgeben']],
    [['Nicht vergessen: Blumen gießen'], [], ['user: Blumen gießen']],
  ],
  'opens nothing': [
    [['Wenn es regnet, muss ich ein Taxi rufen'], [], []],
    [['Soll ich Maria die Datei schicken?'], [], []],
    [['Ich muss sagen, die Suppe war super'], [], []],
    [['Ich muss den Klempner nicht anrufen'], [], []],
    [['Kannst du mir einen Brief an den Vermieter schreiben?', bot('Sehr geehrte Damen und Herren, …')], [], []],
    [['Gestern hab ich Maria die Datei geschickt'], [], []],
    [['Ich muss die Rechnung bezahlen.', bot('Gut.'), 'Rechnung ist bezahlt!'], [], []],
    [['Maria meint, ich muss den Vertrag unterschreiben'], [], []],
    [['Vielleicht rufe ich morgen Ann an'], [], []],
  ],
  closes: [
    [['Rechnung ist bezahlt'], ['Die Rechnung bezahlen', 'Ann anrufen'], ['done 1']],
    [['hab ich verschickt!'], ['Maria die Datei schicken', 'Ann anrufen'], ['done 1']],
    [['Hab endlich den Klempner angerufen'], ['Den Klempner anrufen', 'Ann anrufen'], ['done 1']],
    [['Die Kaution hat sich erledigt'], ['Die Kaution überweisen'], ['dropped 1']],
    [['Das Geschenk für Tom brauche ich nicht mehr'], ['Geschenk für Tom kaufen'], ['dropped 1']],
    [['Ben hat die Schlüssel gebracht'], [['other', 'Ben bringt die Schlüssel']], ['done 1']],
    [
      ['Was war mit den Passfotos?', bot('Du wolltest die Passfotos abholen.'), 'erledigt'],
      ['Passfotos abholen', 'Ann anrufen'],
      ['done 1'],
    ],
  ],
  'closes nothing': [
    [['noch nicht geschickt'], ['Maria die Datei schicken'], []],
    [['Hab ich die Rechnung bezahlt?'], ['Rechnung bezahlen'], []],
    [['Ich hab den Zahnarzt angerufen'], ['Den Klempner anrufen'], []],
    [['Maria hat die Datei geschickt'], ['Maria die Datei schicken'], []],
    [['Ich werde die Rechnung morgen bezahlen'], ['Rechnung bezahlen'], ['user: Die Rechnung bezahlen (morgen)']],
  ],
})
