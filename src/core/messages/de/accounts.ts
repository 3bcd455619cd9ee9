export const accounts = {
  'account.on': '{name} auf {platform}',
  'account.someone': 'Jemand',
  'account.an': 'Ein Konto',
  'account.party': '**{name}**{handle} auf {platform}, {since, select, none {neu für mich} other {mir bekannt seit {since}}}',
  'accounts.line': '**{id}** · {account}, seit {day}{here, select, yes { (dieses)} other {}}',
  'accounts.list': '{accounts}\n\n/link fügt ein weiteres Konto hinzu{canUnlink, select, yes {, /unlink trennt eines} other {}}.',
  'unlink.noSuch': 'Du hast kein Konto mit dieser Nummer, das sich trennen lässt. /accounts zeigt deine Konten.',
  'unlink.onlyOne': 'Es gibt kein Konto zu trennen: das ist dein einziges, und das Gespräch gehört dazu.',
  'unlink.which': 'Welches?\n\n{accounts}',
  'unlink.question':
    '**{account}** trennen? Das Konto bekommt ein eigenes Gespräch. {canStay, select, yes {Seine Nachrichten und meine Antworten darauf bleiben in diesem oder ziehen mit um.} other {Seine Nachrichten und meine Antworten darauf ziehen mit um, weil die Konten erst seit weniger als 7 Tagen verbunden sind.}}',
  'unlink.stay': 'Trennen, Nachrichten bleiben',
  'unlink.move': 'Trennen, Nachrichten mitnehmen',
  'unlink.ownerOnly': 'Ein Konto mit Besitzerrechten kann nur ein anderes mit Besitzerrechten trennen. Nimm so eines.',
  'unlink.mustMove': 'Diese Konten sind erst seit weniger als 7 Tagen verbunden, deshalb ziehen die Nachrichten des anderen Kontos mit um.',
  'unlink.done':
    '**{account} ist nicht mehr verbunden.** {moved, select, yes {Seine Nachrichten und die Antworten darauf sind mit umgezogen.} other {Seine früheren Nachrichten bleiben in diesem Gespräch.}} Neue erscheinen hier nicht.',
  'unlink.newConversation':
    '**Dieses Konto ist nicht mehr verbunden.** {moved, select, yes {Seine Nachrichten und die Antworten darauf sind mitgekommen.} other {Deine nächste Nachricht beginnt hier ein neues Gespräch. Frühere bleiben in dem Gespräch, mit dem es verbunden war.}}',
  'unlink.ownerNotice':
    '**{account}** wurde getrennt und ist jetzt eigenständig. Der Zugang bleibt, auch wenn er nur durch die Verbindung entstand.',
  'link.code.created':
    'Dein Code ist **{code}**. Schreib mir mit deinem anderen Konto direkt: `/link {code}`. Danach bestätigen beide Konten, dass du es bist.',
  'link.useLink': 'Auf {platform} nimm stattdessen [diesen Link]({url}).',
  'link.once': 'Er gilt einmal, 10 Minuten lang. Gib ihn nicht weiter: beide Konten haben dann ein Gespräch, und jedes kann alles lesen.',
  'link.notACode': 'Ein Code sieht so aus: K7QF-2MXD. Sende /link auf deinem anderen Konto und schreib den Code dann hier hinter /link.',
  'link.wrongCode':
    'Dieser Code geht nicht: er ist falsch, schon benutzt oder älter als 10 Minuten. Sende /link auf deinem anderen Konto, um einen neuen zu bekommen.',
  'link.lastWrongCode': '{text} Das war der letzte Versuch innerhalb einer Stunde.',
  'link.tooManyAttempts': 'Du hast zu viele falsche Codes eingegeben. Versuch es in einer Stunde noch einmal.',
  'link.ownCode': 'Dieser Code gehört zu diesem Gespräch, in dem du schon bist. Gib ihn auf dem Konto ein, das du hinzufügen willst.',
  'link.noRights':
    'Dieses Konto ist mit einem Besitzer verbunden und hat keine Besitzerrechte. Nur ein Konto mit Besitzerrechten lässt sich mit einem weiteren verbinden. Nimm so eines.',
  'link.rightsChanged':
    'Bei einem der Konten haben sich die Besitzerrechte geändert, oder es wurde mit einem Besitzer verbunden. Deshalb wurde nichts verbunden. Hol dir mit /link einen neuen Code.',
  'link.directOnly': 'Konten werden nur privat verbunden. Schick mir /link als Direktnachricht.',
  'link.exposedCode': '{text} Andere haben diesen Code vielleicht gesehen, deshalb gilt er nicht mehr. Hol dir einen neuen.',
  'link.movedElsewhere': 'Eines dieser Konten hat sich gerade anderswo geändert. Versuch es noch einmal.',
  'link.becameUser': 'Dieses Konto ist gerade eigenständig geworden. Bestätige noch einmal.',
  'link.noSuchRequest': 'Diese Anfrage ist nicht mehr offen oder gilt nicht für dieses Konto.',
  'link.nothingToUndo': 'Es gibt nichts rückgängig zu machen: die Konten sind getrennt oder seit mehr als 7 Tagen verbunden.',
  'link.undoOwnerOnly': 'Ein Konto mit Besitzerrechten kann nur ein anderes mit Besitzerrechten abtrennen. Nimm so eines.',
  'link.entered': '{party}, hat deinen Code eingegeben.',
  'link.createdBy': 'Diesen Code hat {party}, erstellt.',
  'link.isThatYou': '**Bist du das?**',
  'link.consequence': 'Wenn beide Konten zustimmen, haben sie ein gemeinsames Gespräch, und jedes kann alles lesen.',
  'link.turn':
    '{final, select, yes {Das andere Konto hat zugestimmt, also entscheidet deine Antwort.} other {Wenn du zustimmst, frage ich auch das andere Konto.}}',
  'link.ownership':
    '{owner, select, yes {Du bist Besitzer dieses Bots. Das andere Konto bekommt keine Besitzerrechte, außer du teilst deine.} other {Das andere Konto ist Besitzer dieses Bots. Es entscheidet, und du bekommst keine Besitzerrechte, außer es teilt sie.}}',
  'link.deadline': 'Du hast 10 Minuten. Wenn du es nicht bist, wähl Nein.',
  'link.yes': 'Ja, das bin ich',
  'link.yesAsOwner': 'Ja, mit Besitzerrechten',
  'link.no': 'Nein',
  'link.notMe': 'Das bin ich nicht',
  'link.withdraw': 'Zurückziehen',
  'link.askedFirst': '{start} Ich habe zuerst dort gefragt. Sobald dort zugestimmt wird, frage ich dich auch hier. {consequence}',
  'link.confirmedFirst':
    'Bestätigt. Jetzt habe ich dort gefragt: {party}. Sobald dort innerhalb von 10 Minuten zugestimmt wird, seid ihr verbunden.',
  'link.failedAttempt':
    '{account} hat einen Code von dir eingegeben, der nicht mehr gilt. Es wurde nichts verbunden. Wenn du das warst, hol dir mit /link einen neuen.',
  'link.noRightsAttempt': '{account} hat deinen Code eingegeben, aber dieses Konto lässt sich nicht verbinden. Es wurde nichts verbunden.',
  'link.exposedAttempt':
    '{account} hat deinen Code dort geschrieben, wo andere ihn lesen können. Es wurde nichts verbunden, und der Code gilt nicht mehr. Hol dir mit /link einen neuen.',
  'link.linked':
    '**Verbunden mit {account}.** Von jetzt an hast du auf beiden ein Gespräch, und ich antworte dort, wo du fragst. /accounts zeigt deine Konten, und /unlink trennt eines.{undo, select, yes { Du kannst das 7 Tage lang rückgängig machen: dann haben beide wieder ihre eigenen Nachrichten.} other {}}',
  'link.undone':
    '**Die Verbindung wurde aufgehoben.** Du hast wieder dein eigenes Gespräch, mit den Nachrichten von dieser Seite und den Antworten darauf.',
  'link.declined': '{account} hat abgelehnt. Es wurde nichts verbunden.',
  'link.youDeclined':
    '{account} wurde nicht verbunden. Wenn du nicht weißt, wer das ist, musst du nichts tun: verbunden wird nur, wenn beide Seiten zustimmen.',
  'link.expired': 'Die Anfrage wurde nicht innerhalb von 10 Minuten bestätigt: {account}. Es wurde nichts verbunden.',
  'link.ownerUndoNotice':
    '**{accounts}** ist wieder eigenständig, weil eine Verbindung aufgehoben wurde. Der Zugang bleibt, egal ob er vorher genehmigt war oder durch die Verbindung entstand.',
  'link.deletionRunning': 'In einem dieser Gespräche wird gerade etwas gelöscht. Versuch es in ein paar Minuten noch einmal.',
}
