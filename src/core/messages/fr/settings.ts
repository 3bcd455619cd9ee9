export const settings = {
  'start.welcome':
    '**Bonjour ! Je tiens une seule conversation avec toi**, jour après jour et d’où que tu écrives.\n\nÉcris-moi, tout simplement. Chaque jour a son résumé, et je retrouve les anciens messages :\n- « Qu’est-ce qu’on a décidé la semaine dernière ? »\n- /summary hier – le résumé d’un jour\n- /find mots – chercher dans notre conversation\n- /help – tout ce que je sais faire',
  'start.timezone':
    '**Dans quel fuseau horaire es-tu ?** Tes jours commencent et finissent selon lui. En attendant ton choix, j’utilise {timezone}. Choisis-en un, ou écris-le : /timezone Région/Ville',
  'timezone.other': 'Autre…',
  'start.wrongCode':
    'Ce code d’installation est faux, déjà utilisé ou remplacé par un plus récent, mais tu n’en as pas besoin pour me parler : écris-moi, c’est tout.',
  'start.unusedCode':
    'Ce code d’installation est juste, mais il n’a pas été utilisé, car ce compte a déjà sa propre conversation. Pour en faire celui du propriétaire, envoie /link sur la page ou depuis le compte du propriétaire, puis entre ici le code obtenu.',
  'start.link':
    'Ce lien fusionne cette conversation avec celle de la personne qui l’a créé, et les deux comptes peuvent tout lire. Si tu l’as créé toi-même depuis ton autre compte, appuie sur Relier ou écris `/link {code}`. Sinon, ne fais rien.',
  'start.linkButton': 'Relier',
  'help.text':
    'Écris-moi comme à quelqu’un qui n’oublie rien. Demande « qu’est-ce qu’on a décidé la semaine dernière ? », et je le retrouve.\n\n{commands}\n\nUn jour est une date comme 2026-03-31, aujourd’hui, hier, ou par exemple mardi dernier.',
  'timezone.current': 'Ton fuseau horaire est **{timezone}**. Il y est {time}. Pour le changer, écris /timezone Région/Ville.',
  'timezone.default':
    'Tu n’as pas choisi de fuseau horaire, donc j’utilise **{timezone}**. Il y est {time}. Choisis le tien, ou écris /timezone Région/Ville.',
  'timezone.set':
    'Ton fuseau horaire est maintenant **{timezone}**, où il est {time}. {first, select, yes {Tous tes jours, même passés, commencent et finissent selon lui.} other {Désormais, tes jours commencent et finissent selon lui. Les jours passés restent tels quels.}}',
  'timezone.unknown':
    'Il n’y a pas de fuseau horaire « {name} ». Écris-le sous la forme Région/Ville, par exemple Europe/Paris ou America/New_York.',
  'language.current':
    'Je t’écris en **{language}**, {reason, select, locale {comme l’indique ton application} writing {parce que tu écris dans cette langue} choice {comme tu l’as choisi} other {faute de mieux pour l’instant}}. Pour changer, écris /language suivi d’une langue.',
  'language.set': 'Je t’écris maintenant en **{language}**, quelle que soit la langue que tu utilises.',
  'language.unknown':
    'Je ne connais pas de langue « {name} ». Donne son nom ou son code, par exemple English, anglais ou en. Mes propres textes existent dans ces langues : {languages}.',
  'digest.off': 'Je n’envoie pas de résumés quotidiens. /summary en montre un à tout moment.',
  'digest.on': 'J’envoie ici le résumé de chaque jour une fois qu’il est terminé, mais jamais entre {from} et {until}.',
  'digest.at': 'J’envoie ici le résumé de chaque jour le lendemain à {time}.',
  'digest.change': '{setting} Pour changer : /digest on, /digest off, ou une heure comme /digest 07:30.',
  'digest.turnOn': 'Activer',
  'digest.turnOff': 'Désactiver',
  'digest.unknown': '« {setting} » n’est pas un réglage possible. Utilise on, off, ou une heure comme 07:30.',
  'command.unknown':
    'Je n’ai pas de commande /{name}.{suggestion, select, none {} other { Voulais-tu dire /{suggestion} ?}} /help donne la liste.',
  'command.ownersOnly': 'Seul un propriétaire de ce bot peut faire ça.',
  'command.noOwnerRights':
    'Ce compte n’a pas les droits de propriétaire. Il a été relié à un propriétaire sans eux. Utilise le compte avec lequel tu étais déjà propriétaire.',
  'command.missing': 'Écris-le comme ceci : {usage} – {help}.',
  'command.takesNothing': '/{name} ne prend rien après : écris juste /{name}.',
  'command.notAnOption': '« {value} » n’est pas possible ici. Choisis parmi {options}.',
  'command.notADay':
    '« {value} » n’est pas un jour que je comprends : écris AAAA-MM-JJ, aujourd’hui, hier, ou par exemple mardi dernier ou 3 mars.',
  'command.notAMessage': 'Écris le numéro d’un message, comme 123 ou #123.',
  'command.notANumber': 'Écris le numéro tel qu’il est affiché, par exemple 12.',
  'command.failed': 'Quelque chose a échoué de mon côté. L’erreur est enregistrée. Réessaie, s’il te plaît.',
  'command.privateOnly': 'Je ne réponds à cette commande qu’en privé. Envoie-moi d’abord un message direct, puis réessaie.',
}
