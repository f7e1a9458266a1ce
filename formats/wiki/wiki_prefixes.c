#include "formats/wiki/wiki_words.h"

/* Wikimedia's own projects with their short forms, and the wikis and registers that articles link
 * to by prefix; from the interwiki map of Wikimedia's wikis. */
const char WIKI_PROJECT_PREFIXES[] =
    "w\nwikipedia\nwikt\nwiktionary\nn\nwikinews\nb\nwikibooks\nq\nwikiquote\ns\nwikisource\n"
    "oldwikisource\nsrc\nspecies\nwikispecies\nv\nwikiversity\nvoy\nwikivoyage\nd\nwikidata\n"
    "f\nwikifunctions\nc\ncommons\nm\nmeta\nmetawiki\nmetawikipedia\nmetawikimedia\nmw\n"
    "mediawikiwiki\nwikimedia\nfoundation\nwmf\nfoundationsite\ngovernance\nincubator\n"
    "outreach\nstrategy\nbetawiki\ntranslatewiki\nphab\nphabricator\nbugzilla\nbug\n"
    "mediazilla\ngerrit\ngit\nrev\nsvn\notrs\nticket\nvrts\ntoollabs\ntoolforge\nwikitech\n"
    "labsconsole\ntestwiki\ntest2wiki\nsulutil\nquality\nspcom\nwikimania\nwm2005\nwm2006\n"
    "wm2007\nwm2008\nwm2009\nwm2010\nwm2011\nwm2012\ndbdump\ndownload\ngmail\nmail\n"
    "mailarchive\nlists\nnost\nnostalgia\ntenwiki\nusability\nacronym\nadvogato\narxiv\n"
    "c2find\ncache\ndictionary\ndoi\ndrumcorpswiki\nelibre\nemacswiki\nfoldoc\nfoxwiki\n"
    "freebsdman\ngentoo-wiki\ngoogle\ngooglegroups\nhdl\nhandle\nhrwiki\nimdb\nimdbname\n"
    "imdbtitle\nimdbcompany\nimdbcharacter\nkmwiki\nlinuxwiki\nlojban\nmeatball\n"
    "memoryalpha\nmetareciclagem\nmonkeys\nmosi\nmusicbrainz\nmozillawiki\nnosmoke\noeis\n"
    "orthodoxwiki\nopenfacts\npmid\npmc\npubmed\npythoninfo\nrfc\nrfcworks\nscholar\n"
    "seattlewireless\nsenseislibrary\nshakti\nsourceforge\ntmbw\ntmnet\ntvtropes\nunihan\n"
    "urbandict\nurn\nusemod\nviaf\nwebseitzwiki\nwikia\nwikia2\nwikiasite\nwikicities\n"
    "wikihow\nwikiindex\nwikilivres\nwikimapia\nwikiskripta\nwlug\nwookieepedia\nworldcat\n"
    "youtube\nzum\nzh-cfr\nwikitravel\nuncyclopedia\nosm\nosmwiki\nopenstreetmap\nosmnode\n"
    "osmway\nosmrelation\ncreativecommons\ndebian\nfreebase\nfandom\ncommunity\n"
    "countervandalism\nissn\njstor\noclc\nomegawiki\nsep11\nsiteatl\nwikialpha\nwikispot\n"
    "wmuk\nwmde\nwmfr\nwmus\nwmil\nchapter\nchapters\n";

/*
 * Redirects to them are not resolved by anything that reads only articles, so that common ones are
 * here too.
 */
/* clang-format off */
const char WIKI_DISAMBIGUATION_TEMPLATES[] =
    /* English, simple English */
    "disambiguation\ndisambig\ndisamb\ndab\ndisambiguation page\ndisambig-cleanup\n"
    "disambiguation cleanup\ndisambig cleanup\ndab-cleanup\nhndis\nhndis-cleanup\n"
    "disambig-name\nhuman name disambiguation\nbio-dab\nhuman-name disambiguation\n"
    "surname-dab\ngeodis\ngeo-dis\ngeodab\nplace name disambiguation\n"
    "geographic disambiguation\nroaddis\nroad disambiguation\nroad-dab\nschooldis\n"
    "school disambiguation\nhospitaldis\nhospital disambiguation\nnumberdis\n"
    "number disambiguation\nmathdab\nmathdis\nmathematical disambiguation\n"
    "mathematics disambiguation\nletter disambiguation\nletter-dab\n"
    "letter-number combination disambiguation\nairport disambig\nairport disambiguation\n"
    "callsigndis\ncall sign disambiguation\nbiology disambiguation\n"
    "species latin name disambiguation\nspecies latin name abbreviation disambiguation\n"
    "genus disambiguation\nplant common name\nchinese title disambiguation\n"
    "caselaw disambiguation\ncase law disambiguation\nchurchdis\nchurch disambiguation\n"
    "church-dab\nlatin name disambiguation\nmolformdisambig\nmolforms disambiguation\n"
    "opus disambiguation\nopusdis\nparish disambiguation\nstation disambiguation\n"
    "stationdis\nsynagogue disambiguation\ntaxonomic authority disambiguation\n"
    "taxonomy disambiguation\nwikipedia disambiguation\nwp disambig\nmil-unit-dis\n"
    "military unit disambiguation\nmilitary disambiguation\ntemplate disambiguation\n"
    "political party disambiguation\ndisambiguate\nbegriffsklaerung\n"
    /* German and its neighbours */
    "begriffsklärung\nbkl\nbks\nbegriffsklärig\nbegreepkloren\nmehrdüdig begreep\nhomonymie\n"
    /* Romance languages */
    "paronymie\npatronyme\nhomonymes\nhomophonie\nhomophonie et homonymie\ntoponymie\n"
    "arrondissements homonymes\nbandeau homonymie\nbatailles homonymes\ncantons homonymes\n"
    "communes françaises homonymes\néglises homonymes\nédifices religieux homonymes\n"
    "îles homonymes\ninternationalisation homonymie\nlieux homonymes\nlycées homonymes\n"
    "paroisses homonymes\npersonnes homonymes\nprénoms homonymes\nsaints homonymes\n"
    "titres homonymes\nunités homonymes\nvilles homonymes\nguerres homonymes\n"
    "films homonymes\nhomonymie vidéoludique\ndesambiguación\ndesambiguacion\ndesambig\n"
    "disambigua\ndisambiguazione\nsigla\ndesambiguação\ndesambiguaçao\ndesambig-ini\n"
    "desambiguação-geo\ndesambigbio\ndesambiguació\ndesamb\nhomonimia\nhomònim\n"
    "dezambiguizare\ndez\ndezambig\nhomonimos\nhomónimos\ndesambigación\nxebrador\ndixebra\n"
    "disambigazioni\ncunfusioni\nambigui\ndisambiguasion\ngestion dij sinònim\nomonimia\n"
    "homonímia\ndesambigaçion\ndiscretiva\n"
    /* Dutch, Scandinavian, Finnic, Baltic */
    "dp\ndoorverwijspagina\ndubbelsinnig\ntrochferwiispagina\nneibetsjuttings\ndpintro\n"
    "peker\npekerside\nflertydig\netternavn\nförgrening\nförgreningssida\ngrensida\n"
    "betydelselista\nefternamn-grensida\nflertydig2\naðgreining\naðgreiningarsíða\n"
    "fleiri týdningar\ntäsmennyssivu\ntäsmennys\nnimitäsmennys\ntäpsustuslehekülg\n"
    "täpsustus\nnuorodinis\nnuorodinis straipsnis\nnozīmju atdalīšana\ntikslinimas\n"
    "peikarsíða\npeikar\nfleirtyding\n"
    /* Slavic */
    "ujednoznacznienie\ndisambigr\nстраница значений\nнеоднозначность\nмногозначность\n"
    "фамилия\nнеоднозначности\nсписок однофамильцев\nоднофамильцы\nтёзки\nполные тёзки\n"
    "неоднозначность населённых пунктов\nбагатозначність\nнеоднозначність\nнеоднозначна\n"
    "багатозначність геооб'єкти\nпрізвище-багатозначність\nсписок однофамільців\n"
    "неадназначнасць\nнеадназначнасьць\nшматзначнасць\nпрізвішча\nrozcestník\nrozcestnik\n"
    "rozlišovacia stránka\nrozlišovacia stranka\nrozlišenie\nrazločitev\nrazlocitev\n"
    "пояснителна страница\nвишезначна одредница\nвишезначност\nвишезначна\nпојаснување\n"
    "razdvojba\nvišeznačna odrednica\nčvor\ncvor\nvišeznačnost\nrazvrstavanje\nmehrnosć\n"
    "wjazmysłowosć\nwjacezmyslnosć\nwiacyznacznyść\n"
    /* Greek, Turkic, Caucasian, Hungarian, Albanian, others of Europe */
    "αποσαφήνιση\nαποσαφηνιση\nαποσ\nanlam ayrımı\nanlam ayrimi\nanlamayrımı\ndisambig-tr\n"
    "dəqiqləşdirmə\nmənalar\nбірмағыналы емес\nайрық\nайрық бет\nкүп мәгънәлелек\n"
    "күп мәғәнәлелек\nkoʻp maʼnolilik\nmaʼnolar\nкүп мағыналы\nკ1\nმრავალმნიშვნელოვანი\n"
    "მრავმნიშ\nმრავალმნიშვნელოვნება\nբազմիմաստություն\nանվանափունջ\nբազմանշանակ\negyért\n"
    "egyértelműsítő lap\negyért-redir\negyértelműsítő\negyért lap\nkthjellim\ndisambiguesi\n"
    "qartësim\nargipen\nargitu\ngwahaniaethu\nidirdhealú\nidirdhealúchán\ndisheñvelout\n"
    "soilleireachadh\nreddaghey\napartigilo\napartigilo-stumpo\ndisambigue\n"
    /* Arabic script, Hebrew */
    "توضيح\nصفحة توضيح\nتوضيح أعلام\nتوضيح أسماء\nتوضيح أسماء بشر\nتوضيح علم\nتوضيح شخصيات\n"
    "ابهام‌زدایی\nابهام زدایی\nابهامزدایی\nصفحه ابهام‌زدایی\nگم‌نامی\n"
    "نام خانوادگی ابهام‌زدایی\nضد ابہام\nضدابہام\nصفحہ ضد ابہام\nسلجھائی\nسلجهائي\n"
    "ڕوونکردنەوە\nجیاکردنەوە\nایرتاراما\nפירושונים\nבאדייטען\nבאדייטן\n"
    /* South and South-East Asia */
    "बहुविकल्पी\nबहुविकल्पी शब्द\nनिःसंदिग्धीकरण\nनिसंदिग्धीकरण\nबहुअर्थी\nদ্ব্যর্থতা নিরসন\n"
    "দ্ব্যর্থতা-নিরসন\nদ্বৈধতা নিরসন\nপার্থক্যকারী\nবহুঅর্থক\nપ્રસંગોચિત\nસંદિગ્ધ શીર્ષક\n"
    "ਗੁੰਝਲ-ਖੋਲ੍ਹ\nਅਨੇਕਾਰਥੀ\nபக்கவழி நெறிப்படுத்தல்\nபக்கவழிநெறிப்படுத்தல்\nఅయోమయ నివృత్తి\n"
    "వివరమైన అయోమయ నివృత్తి\nದ್ವಂದ್ವ ನಿವಾರಣೆ\nವಿವಿದಾರ್ಥ\nനാനാർത്ഥങ്ങൾ\nനാനാർത്ഥം\n"
    "වක්‍රෝත්තිහරණය\nසංදිග්ධතාහරණය\nแก้กำกวม\nแก้ความกำกวม\nความหมายอื่นทั้งหมด\nđịnh hướng\n"
    "trang định hướng\nđịnh hướng nhân danh\ndisambiguasi\ndisambigu\nnyahkekaburan\n"
    "nyahkeaburan\npaglilinaw\nmalinaw\npansayod\npulong nga may daghang kahulogan\n"
    /* East Asia */
    "aimai\naimai3\n曖昧さ回避\nあいまいさ回避\n人名の曖昧さ回避\n地名の曖昧さ回避\n駅名の曖昧さ回避\n同名の地名\n同名の作品\n同名の人物\n"
    "动植物名消歧义\n消歧义\n消歧義\n消歧义页\n消歧義頁\n消歧\n人名消歧义\n人名消歧義\n地名消歧义\n地名消歧義\n交通站消歧義\n中文消歧义\n学校消歧义\n"
    "學校消歧義\n同名條目\n搞清楚\n扤清楚\n甄別\nkhu-pia̍t-ia̍h\n동음이의\n동음이의어\n동명이인\n동음이의 문서\n동명이의\n"
    "утга салгах\nхоёрдмол утга\n"
    /* Africa */
    "maana nyingi\ndisambigyusi\nituawtu\nolukọ\nojúewé ìṣojútùú\nrarraba\n";
