export const settings = {
  'start.welcome':
    '**Ciao! Tengo un’unica conversazione con te**, giorno dopo giorno e da ovunque tu scriva.\n\nScrivimi e basta. Ogni giorno ha il suo riepilogo, e ritrovo i messaggi precedenti:\n- «Cosa abbiamo deciso la settimana scorsa?»\n- /summary ieri – il riepilogo di un giorno\n- /find parole – cerca nella nostra conversazione\n- /help – tutto quello che so fare',
  'start.timezone':
    '**In quale fuso orario ti trovi?** I tuoi giorni iniziano e finiscono in base a quello. Finché non scegli, uso {timezone}. Scegline uno o scrivilo: /timezone Area/Città',
  'timezone.other': 'Altro…',
  'start.wrongCode':
    'Questo codice di configurazione è sbagliato, già usato o sostituito da uno più recente, ma non ti serve per parlare con me: scrivi e basta.',
  'start.unusedCode':
    'Questo codice di configurazione è giusto, ma non è stato usato perché questo account ha già una sua conversazione. Per renderlo del proprietario, invia /link sulla pagina o dall’account del proprietario e scrivi qui il codice che ricevi.',
  'start.link':
    'Questo link unisce questa conversazione a quella di chi l’ha creato, ed entrambi gli account possono leggerla tutta. Se l’hai creato tu dal tuo altro account, premi Collega o scrivi `/link {code}`. Altrimenti non fare nulla.',
  'start.linkButton': 'Collega',
  'help.text':
    'Scrivimi come a un amico che non dimentica nulla. Chiedi «cosa abbiamo deciso la settimana scorsa?» e lo cerco.\n\n{commands}\n\nUn giorno è una data come 2026-03-31, oggi, ieri o, per esempio, martedì scorso.',
  'timezone.current': 'Il tuo fuso orario è **{timezone}**. Lì sono le {time}. Per cambiarlo, scrivi /timezone Area/Città.',
  'timezone.default':
    'Non hai scelto un fuso orario, quindi uso **{timezone}**. Lì sono le {time}. Scegli il tuo o scrivi /timezone Area/Città.',
  'timezone.set':
    'Il tuo fuso orario ora è **{timezone}**, dove sono le {time}. {first, select, yes {Tutti i tuoi giorni, anche quelli passati, iniziano e finiscono in base a questo.} other {Da ora i tuoi giorni iniziano e finiscono in base a questo. I giorni passati restano come sono.}}',
  'timezone.unknown': 'Non esiste il fuso orario «{name}». Scrivilo come Area/Città, per esempio Europe/Rome o America/New_York.',
  'language.current':
    'Ti scrivo in **{language}**, {reason, select, locale {come indica la tua app} writing {perché scrivi in questa lingua} choice {come hai scelto} other {perché non conosco ancora la tua lingua}}. Per cambiare, scrivi /language seguito da una lingua.',
  'language.set': 'Ora ti scrivo in **{language}**, qualunque lingua tu usi.',
  'language.unknown':
    'Non conosco la lingua «{name}». Usa il suo nome o il suo codice, per esempio English, inglese o en. I miei testi sono in queste lingue: {languages}.',
  'digest.off': 'Non invio riepiloghi giornalieri. /summary ne mostra uno in qualsiasi momento.',
  'digest.on': 'Invio qui il riepilogo di ogni giorno quando è finito, ma mai tra le {from} e le {until}.',
  'digest.at': 'Invio qui il riepilogo di ogni giorno il giorno dopo alle {time}.',
  'digest.change': '{setting} Per cambiare: /digest on, /digest off o un orario come /digest 07:30.',
  'digest.turnOn': 'Attiva',
  'digest.turnOff': 'Disattiva',
  'digest.unknown': '«{setting}» non è un’impostazione valida. Usa on, off o un orario come 07:30.',
  'command.unknown':
    'Non ho il comando /{name}.{suggestion, select, none {} other { Intendevi /{suggestion}?}} /help elenca quelli che ho.',
  'command.ownersOnly': 'Solo un proprietario di questo bot può farlo.',
  'command.noOwnerRights':
    'Questo account non ha i diritti di proprietario. È stato collegato a un proprietario senza averli. Usa l’account con cui eri già proprietario.',
  'command.missing': 'Scrivilo così: {usage} – {help}.',
  'command.takesNothing': '/{name} non vuole altro dopo: scrivi solo /{name}.',
  'command.notAnOption': '«{value}» non è un’opzione. Scegli tra {options}.',
  'command.notADay': 'Non capisco «{value}» come giorno: scrivi AAAA-MM-GG, oggi, ieri o, per esempio, martedì scorso o 3 marzo.',
  'command.notAMessage': 'Scrivi il numero di un messaggio, come 123 o #123.',
  'command.notANumber': 'Scrivi il numero come è mostrato, per esempio 12.',
  'command.failed': 'Qualcosa è andato storto da parte mia. L’errore è stato registrato. Riprova.',
  'command.privateOnly': 'Rispondo a questo comando solo in privato. Prima scrivimi un messaggio diretto, poi riprova.',
}
