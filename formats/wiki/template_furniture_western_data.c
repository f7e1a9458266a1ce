/* Templates without reading text in languages of the Latin script: see template_table.h.
 */
#include "formats/wiki/template_handlers.h"
#include "formats/wiki/template_table.h"

static const struct template_row rows[] = {
    {"de", template_nothing, "",
     "hauptartikel|siehe auch|begriffsklärungshinweis|begriffsklärung|weiterleitungshinweis|dieser "
     "artikel|belege fehlen|belege|lückenhaft|überarbeiten|veraltet|neutralität|qs|löschen|la|nur "
     "liste|doppeleintrag|internetquelle|literatur|der spiegel|bibiso|zeitungsartikel|artikel|der "
     "standard|fn|fnz|fnbox|anker|zukunft|dnb|ndb|adb|dnb-portal|ddb|normdaten|personendaten|"
     "coordinate|lesenswert|exzellent|informativ|commons|commonscat|wikisource|wiktionary|wikinews|"
     "wikiquote|schwesterprojekte|portal|ipa|lautschrift|audio|audio.|lang-audio|aussprache|"
     "hörbeispiel|imdb|toter link|webarchiv|archiv|google "
     "buch|googlebuch|absatz2|clear|navileiste|navigationsleisten|navblock|naviblock|mehrere "
     "bilder|galerie|farblegende|pb|sic|!|dead link|nocommons|gesprochener "
     "artikel|diskussionsseite|veraltete "
     "vorlage|redundanztext|linkbox|issn|zdb|lccn|pnd|gnd|viaf|hls|öbl|bbkl|munzinger|laut.de|"
     "folgenleiste|folgenleiste "
     "text|bibelstelle|bundesarchiv|luisebms|lagis|ags|dts|anmerkung|anm|benutzer|vorlage|ping|"
     "achtung|unsigniert|hinweis|datei|bild|jubiläum|sortierung|oesterreich|höchste "
     "einordnung|höchster "
     "punkt|ref|refbegin|reflist|sitzverteilung|wahldiagramm|klimatabelle|imagemap|zeitleiste|"
     "medaillen|panorama|großes "
     "bild|panoramabild|bearbeiten|inuse|positionskarte|positionskarte~|positionskarte+|metadaten "
     "einwohnerzahl|infobox ort in "
     "deutschland|bausteindesign|internetarchiv|iana|osm|okna|quelle"},
    {"fr", template_nothing, "",
     "lien web|ouvrage|article|lien brisé|lien mort|article détaillé|article connexe|article "
     "principal|articles détaillés|voir|voir aussi|voir homonymes|voir homonyme|voir "
     "paronymes|autres projets|autorité|portail|palette|références|notes|notes et "
     "références|références nombreuses|note|sfn|harvsp|harv|rf|référence|référence "
     "insuffisante|référence à confirmer|référence non conforme|référence incomplète|à "
     "actualiser|à sourcer|à recycler|section vide ou incomplète|section à "
     "sourcer|ébauche|admissibilité|pas "
     "wikipédia|coord|géolocalisation|api|prononciation|écouter|audio|phonétique|alphabet "
     "phonétique|drapeau|icône|icone|augmentation|augmentation négative|augmentation "
     "nulle|diminution|diminution positive|stagnation|clr|clear|-|sautdeligne|saut de "
     "ligne|colonnes/fin|fin de colonnes|début de colonnes|début colonnes|fin colonnes|boîte "
     "déroulante|boîte déroulante/début|boîte déroulante/fin|infobox|taxobox|imdb|bases|bases "
     "recherche|base|dictionnaires|msapi|bnf|isbn|issn|oclc|doi|plume|légende|légende/"
     "début|légende/fin|catégorie "
     "principale|semi-protection|homonymie|autre4|autres|confusion|redirect|à ne pas "
     "confondre|,|;|et|mul|titre en italique|titre mis en "
     "forme|en|de|es|it|la|pt|nl|ja|zh|ru|ar|el|he|pl|sv|da|fi|cs|hu|ro|tr|ca|eu|br|oc|eo|uk|bg|hr|"
     "sr|sl|sk|en-us|grc|fr|ko|th|indications langue|pdf|url|inscription "
     "nécessaire|payant|abonnement requis|chapitre|écrit|ancre|ancre "
     "lien|ancres|climat|jumelage-tableau|blason|sources secondaires|pertinence section|trop "
     "long|wikifier|orphelin|traduction|traduit de|traduction/référence|bon article|adq|article de "
     "qualité|ba|modèle|méta bandeau|confidentialité|multiref|commentaire "
     "biblio|refa|nlist|sources|refins|cn-n|page h|isbn-13|voir aussi2|image "
     "label|grille|feuille|pas fini|en travaux|en cours"},
    {"es", template_nothing, "",
     "cita libro|cita web|cita publicación|cita noticia|cita "
     "requerida|referencias|listaref|refsec|refn|ap|ver|artículo principal|véase "
     "también|véase|vt|otros usos|redirige "
     "aquí|desambiguación|desambig|commons|commonscat|wikiquote|wikcionario|wikisource|control de "
     "autoridades|portal|ficha de|ficha|esbozo|miniesbozo|wikificar|referencias "
     "adicionales|copyedit|traducido de|traducido ref|ad|ab|bueno|destacado|enlace "
     "roto|afi|ipa|ipa2|audio|pronunciación|coord|bandera|clear|-|ref|refref|harvnb|harvsp|sfn|"
     "harv|cita dvd|cita vídeo|cita enciclopedia|obra "
     "citada|¿quién?|¿cuándo?|¿cuál?|¿dónde?|aclaración requerida|aclarar|fuente primaria|fuentes "
     "primarias|no fiable|verificar|contextualizar|discutido|posible infoartículo|promocional|no "
     "neutral|mal traducido|imagen múltiple|galería|wikinoticias|proyectos "
     "hermanos|redirección|plantilla|ancla|anclaje|icono|sucesión|columnas-final|final "
     "columnas|fin|mostrar|medallero|subida|bajada|aumento|disminución|clade|familia|cuadro|citar|"
     "citado en|versalitas-ref|nota|en idioma|es|en|fr|de|it|pt|la|ru|ja|zh|idioma "
     "icono|isbn|doi|issn|pdf|atención|en desarrollo|en obras|revisar "
     "traducción|ref-llamada|ref-notas|efn|desactualizado|extracto"},
    {"it", template_nothing, "",
     "cita|cita web|cita libro|cita news|cita pubblicazione|cita testo|senza fonte|citazione "
     "necessaria|chiarire|vedi anche|vedi categoria|nota disambigua|disambigua|torna "
     "a|redirect|interprogetto|controllo di "
     "autorità|portale|s|f|c|w|nn|p|t|u|a|e|l|o|d|stub|tassobox|avvisounicode|ipa|ipa2|audio|"
     "pronuncia|afi|coord|bandiera|clear|-|dx|imdb|rp|sfn|collegamento "
     "interrotto|cn|quando|chi|dove|da chi|dubbio|fonti primarie|non chiaro|approfondimento|box "
     "successione|incarichi|cronotassi|galleria|doppia immagine|immagine multipla|immagini "
     "sovrapposte|voce di qualità|vetrina|vdq|mappa di "
     "localizzazione|infobox|dettagli|avviso|legenda|organizzare|controlcopy|wip|aiutare|localismo|"
     "recentismo|promozionale|curriculum|pov|en|de|fr|es|pt|la|ru|ja|zh|ar|ca|lingua "
     "icona|isbn|issn|doi|webarchive|wayback|crediti|kml|note|references|ref|ancora|template|"
     "naviga|ntw|cita video|cita tv|cita conferenza|en icon|serietv|nd|nota|non confondere|titolo "
     "errato|ndr"},
    {"pt", template_nothing, "",
     "citar web|citar livro|citar periódico|citar jornal|referências|reflist|notas|carece de "
     "fontes|sem fontes|mais fontes|artigo principal|ver artigo principal|principal|ver também|ver "
     "desambiguação|"
     "desambiguação|desambig|ver|não confundir|dablink|outros "
     "usos|minidesambig|portal|portal3|esboço|mínimo|info/|infobox|controle de "
     "autoridade|commons|commonscat|correlatos|wikcionário|wikiquote|wikisource|"
     "ap|vt|vtb|afi|ipa|áudio|pronúncia|dlink|coord|bandeira|flagicon|ícone|link|en|es|fr|de|it|la|"
     "ru|ligação inativa|quem|quando|onde|qual|por quem|esclarecer|carece de fontes2|fontes "
     "fiáveis|fonte primária|nota de rodapé|"
     "nre|refn|sfn|harvnb|harv|ref|notar|ancorar|ancora|âncora|clear|-|limpar|artigo "
     "destacado|artigo bom|seção-esboço|esboço "
     "seção|wikificação|revisão|parcial|tradução|traduzido|multitag|em construção|"
     "navbox|caixa de sucessão|imagem múltipla|multi "
     "imagem|galeria|clima|legenda|aumento|diminuição|formatar referências|sem notas|falta "
     "página|pdf|isbn|issn|doi|quote box|semi-protegido|título em "
     "itálico|predefinição|cita|documentação|citar enciclopédia"},
    {"nl", template_nothing, "",
     "bron?|bron|citeer boek|citeer web|citeer journal|citeer "
     "nieuws|appendix|references|bronvermelding|zie ook|zie hoofdartikel|hoofdartikel|zieook|zie "
     "artikel|zie|dp|dpintro|doorverwijspagina|zie dp|commons|commonscat|commonsklein|wikiquote|"
     "wikt|wiktionary|portaal|navigatie|beginnetje|wiu|wikify|etalage|bronnen|ipa|audio|uitspraak|"
     "coor title "
     "dms|coördinaten|vlag|vlagicoon|clearboth|clear|-|infobox|taxobox|ref|sfn|refn|noot|twijfel|"
     "wie?|wanneer?|welke?|"
     "feit|neutraliteit|verouderd|herkomst|isbn|dode link|en|de|fr|nl|es|it|la|la-taal|link "
     "en|interprojecten|zusterprojecten|bevat|gesproken|auteursrechten|samenvoegen|nuweg|weg|"
     "kolommen|kolomeinde|einde kolommen|galerij|imdb|voetnoot|nootref"},
    {"sv", template_nothing, "",
     "huvudartikel|se även|olika betydelser|förgrening|för|omdirigering|källor|källa "
     "behövs|bokref|webbref|tidningsref|tidskriftsref|auktoritetsdata|commons|commonscat|"
     "commonscat-inline|portal|stub|ipa|uttal|ljud|flagga|flaggbild|infobox|taxobox|koord|coord|"
     "fakta|"
     "ej "
     "källbelagd|vem|när|vilka|vilken|var|särskiljning|utmärkt|bra|wiktionary|wikisource|wikiquote|"
     "clear|rensa|-|död "
     "länk|referenser|fotnoter|not|refn|sfn|se|icke-neutral|uppdatera|rekommenderad|ref-en|sida "
     "behövs|fotnot|robotskapad|kolumner|kolumner-slut|slutkolumner|översatt|isbn|en|de|imdb"},
    {"no", template_nothing, "",
     "hoved|hovedartikkel|se også|utdypende|utdypende artikkel|andre "
     "betydninger|peker|pekerside|trenger referanse|tr|kilde bok|kilde www|kilde "
     "artikkel|kilder|autoritetsdata|offisielle "
     "lenker|commons|commonscat|portal|spire|stubb|ipa|lyd|uttale|flagg|flaggikon|infobox|infoboks|"
     "koord|hvem|når|"
     "uklar|utmerket|anbefalt|søsterprosjekter|clear|clr|-|død "
     "lenke|referanser|refn|sfn|oppdater|kildeløs|referanseløs|objektivitet|språkvask|en|de|isbn|"
     "imdb|toppsaker|gjeldende|fjernes"},
    {"da", template_nothing, "",
     "hovedartikel|uddybende|se også|andre betydninger|flertydig|kilde mangler|bør "
     "kilder|kilder|autoritetsdata|commons|commonscat|portal|stub|ipa|lyd|udtale|flag|flagikon|"
     "infoboks|coord|koord|hvem|hvornår|god|fremragende|lovende|søsterprojekter|clear|-|dødt link|"
     "reflist|refn|sfn|opdater|opdatering|ingen "
     "kilder|formatering|uddyb|en|de|isbn|imdb|fact|henvisning"},
    {"fi", template_nothing, "",
     "pääartikkeli|katso myös|täsmennyssivu|täsmennys|tämä "
     "artikkeli|viitteet|lähde|lähteetön|parempi "
     "lähde|kirjaviite|verkkoviite|lehtiviite|julkaisu|auktoriteettitunnisteet|commons|commonscat|"
     "teemasivu|tynkä|ipa|ääntäminen|ääni|lippu-kuvake|coord|koordinaatit|infobox|taksonomia|"
     "kenen mukaan|milloin|kuka|tarkennettava|suositeltu|hyvä|wikiaineisto|clear|-|vanhentunut "
     "linkki|kuollut "
     "linkki|viite|sfn|en|de|sv|ru|isbn|imdb|korjattava|korjattava/"
     "taulukko|päivitettävä|yhdistettävä|huono suomi|merkitys|selvennä|käännös|arkistoitu|link "
     "fa|uudelleenohjaus"},
    {"hu", template_nothing, "",
     "fő|bővebben|lásd még|egyért|egyértelműsítő lap|más|forrás|forráskérő|hely|nincs "
     "forrás|citweb|cite "
     "web|citlib|citper|jegyzetek|reflist|források|portál|commonskat|commons|commonscat|csonk|ipa|"
     "hiw|hang|koord|coord|infobox|taxobox|nemzetközi "
     "katalógusok|ki?|mikor?|melyik?|kiemelt|refhely|jegyzet|sfn|clear|-|halott link|dead "
     "link|refn|pontosabban|ellentmondás|lektor|nem "
     "semleges|lefordítva|társlap|sporthivatkozás|en|de|hu|it|fr|isbn|imdb|megjegyzések|tól|lap|"
     "szubcsonk|átirányítás|ford|pdf"},
    {"ro", template_nothing, "",
     "articol principal|vezi și|vezi|alte sensuri|dezambiguizare|altele|citat necesar|necesită "
     "citare|fără surse|citat web|citat carte|citat știre|informații bibliotecare|control de "
     "autoritate|commons|commonscat|portal|ciot|ipa|afi|audio|steag|drapel|coord|infobox|"
     "infocaseta|cine|când|"
     "neclar|articol bun|articol de calitate|proiecte surori|clear|-|legătură "
     "nefuncțională|listănote|refs|note|sfn|en|fr|de|it|ro|isbn|imdb|pp-semi|dezacord|redirect|"
     "casetă|citare"},
    {"ca", template_nothing, "",
     "article principal|vegeu també|principal|vegeu|polisèmia|desambiguació|altres "
     "significats|redirecció|cal citació|citació "
     "necessària|fact|ref-llibre|ref-web|ref-publicació|ref-notícia|referències|autoritat|"
     "commonscat|commons|projectes "
     "germans|portal|esborrany|ipa|afi|pron|àudio|bandera|infotaula|coord|qui|quan|"
     "aclarir|article de qualitat|bon article|clear|-|enllaç "
     "mort|sfn|refn|en|es|fr|ca|isbn|imdb|inacabat|manca de referències|falten "
     "referències|viccionari|viquidites|efn|traducció|format ref|nota|icona"},
    {"eu", template_nothing, "",
     "nagusia|ikus|argipen|erreferentzia falta|erreferentzia zerrenda|erreferentziak|autoritate "
     "kontrola|commonskat|zirriborroa|atari|infotaula"},
    {"eo", template_nothing, "",
     "ĉefartikolo|vidu ankaŭ|apartigilo|mankas fonto|citaĵo el la reto|citaĵo el "
     "libro|referencoj|bibliotekoj|projektoj|ĝermo|portalo|informkesto|ifa|alia"},
    {"et", template_nothing, "",
     "vaata|täpsustus|lisa "
     "viide|viited|netiviide|raamatuviide|vikidatainfo|toimeta|keeletoimeta|infokast|commonskat|"
     "ipa"},
    {"eo", template_nothing, "", "bezonas-fonton"},
};

const struct template_rows template_furniture_western_data = {rows, sizeof rows / sizeof rows[0]};
