export const settings = {
  'start.welcome':
    '**Hallo! Ich führe ein einziges Gespräch mit dir**, Tag für Tag und egal, von wo du schreibst.\n\nSchreib mir einfach. Jeder Tag bekommt eine Zusammenfassung, und Früheres schlage ich nach:\n- „Was haben wir letzte Woche beschlossen?“\n- /summary gestern – die Zusammenfassung eines Tages\n- /find Wörter – unser Gespräch durchsuchen\n- /help – alles, was ich kann',
  'start.timezone':
    '**In welcher Zeitzone bist du?** Nach ihr beginnen und enden deine Tage. Bis du eine wählst, nehme ich {timezone}. Such dir eine aus oder schreib sie: /timezone Gebiet/Stadt',
  'timezone.other': 'Andere …',
  'start.wrongCode':
    'Dieser Einrichtungscode ist falsch, schon benutzt oder durch einen neueren ersetzt. Du brauchst aber keinen, um mit mir zu reden: schreib einfach.',
  'start.unusedCode':
    'Dieser Einrichtungscode stimmt, wurde aber nicht benutzt, weil dieses Konto schon ein eigenes Gespräch hat. Um es zum Konto des Besitzers zu machen, sende /link auf der Seite oder vom Konto des Besitzers und gib den Code hier ein.',
  'start.link':
    'Dieser Link vereint dieses Gespräch mit dem der Person, die ihn erstellt hat, und beide Konten können alles lesen. Wenn du ihn selbst mit deinem anderen Konto erstellt hast, drück auf Verbinden oder schreib `/link {code}`. Sonst tu nichts.',
  'start.linkButton': 'Verbinden',
  'help.text':
    'Schreib mir wie jemandem, der nichts vergisst. Frag „Was haben wir letzte Woche beschlossen?“, und ich schlage nach.\n\n{commands}\n\nEin Tag ist ein Datum wie 2026-03-31, heute, gestern oder zum Beispiel letzten Dienstag.',
  'timezone.current': 'Deine Zeitzone ist **{timezone}**. Dort ist es {time}. Um sie zu ändern, schreib /timezone Gebiet/Stadt.',
  'timezone.default':
    'Du hast keine Zeitzone gewählt, deshalb nehme ich **{timezone}**. Dort ist es {time}. Such deine aus oder schreib /timezone Gebiet/Stadt.',
  'timezone.set':
    'Deine Zeitzone ist jetzt **{timezone}**, dort ist es {time}. {first, select, yes {Alle deine Tage, auch die vergangenen, beginnen und enden jetzt danach.} other {Von jetzt an beginnen und enden deine Tage danach. Vergangene Tage bleiben, wie sie sind.}}',
  'timezone.unknown': 'Es gibt keine Zeitzone „{name}“. Schreib sie als Gebiet/Stadt, zum Beispiel Europe/Berlin oder America/New_York.',
  'language.current':
    'Ich schreibe dir auf **{language}**, {reason, select, locale {wie deine App es angibt} writing {weil du so schreibst} choice {wie du es gewählt hast} other {weil ich deine Sprache noch nicht kenne}}. Um das zu ändern, schreib /language und eine Sprache.',
  'language.set': 'Ich schreibe dir jetzt auf **{language}**, egal in welcher Sprache du schreibst.',
  'language.unknown':
    'Ich kenne keine Sprache „{name}“. Nimm ihren Namen oder Code, zum Beispiel English, Englisch oder en. Meine eigenen Texte gibt es in diesen Sprachen: {languages}.',
  'digest.off': 'Ich schicke keine täglichen Zusammenfassungen. /summary zeigt dir jederzeit eine.',
  'digest.on': 'Ich schicke die Zusammenfassung jedes Tages hierher, wenn er vorbei ist, aber nie zwischen {from} und {until} Uhr.',
  'digest.at': 'Ich schicke die Zusammenfassung jedes Tages am nächsten Tag um {time} Uhr hierher.',
  'digest.change': '{setting} Um das zu ändern: /digest on, /digest off oder eine Uhrzeit wie /digest 07:30.',
  'digest.turnOn': 'Einschalten',
  'digest.turnOff': 'Ausschalten',
  'digest.unknown': '„{setting}“ geht hier nicht. Nimm on, off oder eine Uhrzeit wie 07:30.',
  'command.unknown':
    'Den Befehl /{name} habe ich nicht.{suggestion, select, none {} other { Meintest du /{suggestion}?}} /help zeigt alle.',
  'command.ownersOnly': 'Das kann nur ein Besitzer dieses Bots.',
  'command.noOwnerRights':
    'Dieses Konto hat keine Besitzerrechte. Es wurde ohne sie mit einem Besitzer verbunden. Nimm das Konto, mit dem du schon Besitzer warst.',
  'command.missing': 'Schreib es so: {usage} – {help}.',
  'command.takesNothing': 'Nach /{name} kommt nichts mehr: schreib nur /{name}.',
  'command.notAnOption': '„{value}“ geht hier nicht. Möglich sind {options}.',
  'command.notADay':
    '„{value}“ verstehe ich nicht als Tag: schreib JJJJ-MM-TT, heute, gestern oder zum Beispiel letzten Dienstag oder 3. März.',
  'command.notAMessage': 'Schreib die Nummer einer Nachricht, etwa 123 oder #123.',
  'command.notANumber': 'Schreib die Nummer so, wie sie angezeigt wird, etwa 12.',
  'command.failed': 'Bei mir ist etwas schiefgegangen. Der Fehler ist protokolliert. Bitte versuch es noch einmal.',
  'command.privateOnly':
    'Diesen Befehl beantworte ich nur privat. Schreib mir zuerst eine Direktnachricht und versuch es dann noch einmal.',
}
