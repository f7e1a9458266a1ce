"""What an S3 server does with a request that reaches it whole: objects, listings, multipart uploads.

Strict where the real ones are: part numbers and sizes, order and ETags of CompleteMultipartUpload,
conditions, checksums. Every bucket exists. With keep=False only sizes and hashes of content are kept.
"""
import base64
import hashlib
import time
import urllib.parse
import xml.etree.ElementTree
import zlib
from email.utils import formatdate
from xml.sax.saxutils import escape

SMALLEST_PART = 5 << 20


class Refusal(Exception):
    def __init__(self, status, code):
        super().__init__(code)
        self.status, self.code = status, code


class Object:
    def __init__(self, size, data, sha256, etag, headers):
        self.size, self.data, self.sha256, self.etag, self.headers = size, data, sha256, etag, headers
        self.time = time.time()


def kept_headers(headers):
    """The headers that stay with an object."""
    return {name: value for name, value in headers.items()
            if name.startswith("x-amz-meta-") or name in (
                "content-type", "cache-control", "content-encoding", "x-amz-storage-class",
                "x-amz-server-side-encryption", "x-amz-tagging", "x-amz-acl")}


def crc32c(data, table=[]):
    if not table:
        for index in range(256):
            value = index
            for _ in range(8):
                value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
            table.append(value)
    value = 0xFFFFFFFF
    for byte in data:
        value = value >> 8 ^ table[(value ^ byte) & 0xFF]
    return value ^ 0xFFFFFFFF


CHECKSUMS = {
    "sha256": lambda data: hashlib.sha256(data).digest(),
    "sha1": lambda data: hashlib.sha1(data).digest(),
    "crc32": lambda data: zlib.crc32(data).to_bytes(4, "big"),
    "crc32c": lambda data: crc32c(data).to_bytes(4, "big"),
}


def check_body(headers, body):
    """Content-MD5 and x-amz-checksum-* tell the truth about a body that was kept."""
    if body is None:
        return
    md5 = headers.get("content-md5")
    if md5 and base64.b64encode(hashlib.md5(body).digest()).decode() != md5:
        raise Refusal(400, "BadDigest")
    for name, function in CHECKSUMS.items():
        told = headers.get("x-amz-checksum-" + name)
        if told and base64.b64encode(function(body)).decode() != told:
            raise Refusal(400, "BadDigest")


def checksum_element(algorithm, digest):
    """Of a part that was copied, as documents have it; of an upload that was begun with SHA256 only."""
    if algorithm != "SHA256":
        return ""
    return "<ChecksumSHA256>%s</ChecksumSHA256>" % base64.b64encode(bytes.fromhex(digest)).decode()


class Answer:
    def __init__(self, status=200, headers=(), body=b"", object=None, first=0, size=None):
        self.status, self.headers, self.body, self.object = status, list(headers), body, object
        self.first, self.size = first, size


def xml_answer(name, inside, headers=()):
    text = "<?xml version='1.0' encoding='UTF-8'?>\n<%s xmlns='http://s3.amazonaws.com/doc/2006-03-01/'>%s</%s>"
    return Answer(200, [("Content-Type", "application/xml"), *headers], (text % (name, inside, name)).encode())


def operation_of(method, bucket, key, query, headers):
    """The name of the operation that a request asks for."""
    if not key:
        if method == "POST" and "delete" in query:
            return "DeleteObjects"
        if method == "GET":
            return "ListMultipartUploads" if "uploads" in query else "ListObjectsV2"
        return method + "Bucket"
    if "uploadId" in query:
        return {"PUT": "UploadPartCopy" if "x-amz-copy-source" in headers else "UploadPart",
                "POST": "CompleteMultipartUpload", "DELETE": "AbortMultipartUpload",
                "GET": "ListParts"}.get(method, method)
    if method == "POST" and "uploads" in query:
        return "CreateMultipartUpload"
    if method == "PUT" and "x-amz-copy-source" in headers:
        return "CopyObject"
    if "tagging" in query:
        return method.capitalize() + "ObjectTagging"
    return method.capitalize() + "Object"


class Store:
    def __init__(self, keep=True, page=1000):
        self.keep, self.page = keep, page
        self.objects = {}  # (bucket, key): Object
        self.uploads = {}  # id: [bucket, key, headers, {number: Object}, time]
        self.algorithms = {}  # of checksums, by id
        self.number = 0

    def act(self, operation, bucket, key, query, headers, body, size, sha256):
        """Does what is asked; `body` is None when it is not kept. Raises Refusal."""
        check_body(headers, body)
        function = getattr(self, "do_" + operation, None)
        if function is None:
            raise Refusal(501, "NotImplemented")
        return function(bucket, key, query, headers, body, size, sha256)

    def etag(self, body, sha256, headers=()):
        """Under KMS it looks like an MD5 and is none."""
        if "x-amz-server-side-encryption" in headers and "kms" in headers["x-amz-server-side-encryption"]:
            return hashlib.md5(b"encrypted" + sha256.encode()).hexdigest()
        return hashlib.md5(body).hexdigest() if body is not None else sha256[:32]

    def write_rival(self, bucket, key):
        """As another writer would, between two requests of ours: larger than what is there, or of 12 bytes."""
        there = self.objects.get((bucket, key))
        body = b"rival %05d\n" % len(self.objects) + bytes(there.size if there else 0)
        self.objects[bucket, key] = Object(len(body), body, hashlib.sha256(body).hexdigest(),
                                           hashlib.md5(body).hexdigest(), {})

    def make_zeros(self, place, size, part_size):
        """An object of zeros, of which nothing is kept, in parts."""
        size, part_size = int(size), int(part_size)
        count = -(-size // part_size)
        sizes = [part_size] * (count - 1) + [size - part_size * (count - 1)]
        etags = b"".join(bytes.fromhex(self.etag(None, self.hash_of_range(part_size * index, part_size * index + some)))
                         for index, some in enumerate(sizes))
        made = Object(size, None, hashlib.sha256(place.encode()).hexdigest(),
                      "%s-%d" % (hashlib.md5(etags).hexdigest(), count), {})
        made.part_sizes = sizes
        self.objects[tuple(place.split("/", 1))] = made

    @staticmethod
    def hash_of_range(first, end):
        """What stands for the hash of bytes that are not kept."""
        return hashlib.sha256(b"%d-%d" % (first, end)).hexdigest()

    def find(self, bucket, key):
        try:
            return self.objects[bucket, key]
        except KeyError:
            raise Refusal(404, "NoSuchKey") from None

    def check_conditions(self, bucket, key, headers):
        there = self.objects.get((bucket, key))
        if headers.get("if-none-match") == "*" and there:
            raise Refusal(412, "PreconditionFailed")
        wanted = headers.get("if-match")
        if wanted and (not there or wanted.strip('"') != there.etag):
            raise Refusal(412 if there else 404, "PreconditionFailed" if there else "NoSuchKey")

    def do_PutObject(self, bucket, key, query, headers, body, size, sha256):
        if size > 5 << 30:
            raise Refusal(400, "EntityTooLarge")
        self.check_conditions(bucket, key, headers)
        made = Object(size, body, sha256, self.etag(body, sha256, headers), kept_headers(headers))
        self.objects[bucket, key] = made
        made.told = [(name, value) for name, value in headers.items() if name.startswith("x-amz-checksum-")]
        return Answer(200, [("ETag", '"%s"' % made.etag), *made.told])

    def describe(self, found):
        tags = urllib.parse.parse_qsl(found.headers.get("x-amz-tagging", ""))
        return [("ETag", '"%s"' % found.etag), ("Last-Modified", formatdate(found.time, usegmt=True)),
                ("Accept-Ranges", "bytes"), *([("x-amz-tagging-count", str(len(tags)))] if tags else []),
                *(header for header in found.headers.items() if header[0] != "x-amz-tagging")]

    def do_GetObjectTagging(self, bucket, key, query, headers, body, size, sha256):
        tags = urllib.parse.parse_qsl(self.find(bucket, key).headers.get("x-amz-tagging", ""))
        return xml_answer("Tagging", "<TagSet>%s</TagSet>" % "".join(
            "<Tag><Key>%s</Key><Value>%s</Value></Tag>" % (escape(name), escape(value)) for name, value in tags))

    def do_HeadObject(self, bucket, key, query, headers, body, size, sha256):
        found = self.find(bucket, key)
        kept = getattr(found, "told", []) if headers.get("x-amz-checksum-mode") == "ENABLED" else []
        if "partNumber" in query and "-" in found.etag:
            return Answer(206, self.describe(found) + [("x-amz-mp-parts-count", found.etag.split("-")[1])],
                          object=found, size=found.part_sizes[int(query["partNumber"]) - 1])
        return Answer(200, self.describe(found) + kept, object=found, size=found.size)

    def do_GetObject(self, bucket, key, query, headers, body, size, sha256):
        found = self.find(bucket, key)
        wanted = headers.get("if-match")
        if wanted and wanted.strip('"') != found.etag:
            raise Refusal(412, "PreconditionFailed")
        scope = headers.get("range")
        if not scope:
            return Answer(200, self.describe(found), object=found, size=found.size)
        first, _, last = scope.partition("=")[2].partition("-")
        first, last = int(first), min(int(last), found.size - 1) if last else found.size - 1
        if first >= found.size:
            raise Refusal(416, "InvalidRange")
        told = [("Content-Range", "bytes %d-%d/%d" % (first, last, found.size))]
        return Answer(206, self.describe(found) + told, object=found, first=first, size=last - first + 1)

    def do_DeleteObject(self, bucket, key, query, headers, body, size, sha256):
        self.objects.pop((bucket, key), None)
        return Answer(204)

    def do_DeleteObjects(self, bucket, key, query, headers, body, size, sha256):
        if not any(name == "content-md5" or name.startswith("x-amz-checksum-") for name in headers):
            raise Refusal(400, "InvalidRequest")
        root = xml.etree.ElementTree.fromstring(body)
        keys = [item.text for item in root.iter() if item.tag.endswith("Key")]
        if not 0 < len(keys) <= 1000:
            raise Refusal(400, "MalformedXML")
        for name in keys:
            self.objects.pop((bucket, name), None)
        quiet = any(item.tag.endswith("Quiet") and item.text == "true" for item in root.iter())
        inside = "" if quiet else "".join(
            "<Deleted><Key>%s</Key></Deleted>" % escape(name) for name in keys)
        return xml_answer("DeleteResult", inside)

    def copied(self, headers):
        source = urllib.parse.unquote(headers["x-amz-copy-source"]).lstrip("/")
        bucket, _, key = source.partition("/")
        found = self.find(bucket, key)
        wanted = headers.get("x-amz-copy-source-if-match")
        if wanted and wanted.strip('"') != found.etag:
            raise Refusal(412, "PreconditionFailed")
        return found

    def do_CopyObject(self, bucket, key, query, headers, body, size, sha256):
        found = self.copied(headers)
        if found.size > 5 << 30:
            raise Refusal(400, "InvalidRequest")
        replaced = headers.get("x-amz-metadata-directive", "COPY") == "REPLACE"
        self.check_conditions(bucket, key, headers)
        kept = dict(kept_headers(headers) if replaced else found.headers)
        if headers.get("x-amz-tagging-directive", "COPY") == "COPY" and "x-amz-tagging" in found.headers:
            kept["x-amz-tagging"] = found.headers["x-amz-tagging"]
        made = Object(found.size, found.data, found.sha256, self.etag(found.data, found.sha256, kept), kept)
        self.objects[bucket, key] = made
        return xml_answer("CopyObjectResult", "<ETag>&quot;%s&quot;</ETag>" % made.etag)

    # Listings.

    def do_ListObjectsV2(self, bucket, key, query, headers, body, size, sha256):
        prefix, delimiter = query.get("prefix", ""), query.get("delimiter", "")
        after = query.get("continuation-token", query.get("start-after", ""))
        limit = min(int(query.get("max-keys", "1000")), self.page)
        show = urllib.parse.quote if query.get("encoding-type") == "url" else escape
        keys = sorted((name for owner, name in self.objects if owner == bucket and name.startswith(prefix)
                       and name > after), key=lambda name: name.encode())
        inside, seen, last, folders = "", 0, "", set()
        for name in keys:
            rest = name[len(prefix):]
            folder = prefix + rest.split(delimiter)[0] + delimiter if delimiter and delimiter in rest else None
            if folder in folders:
                last = name
                continue
            if seen == limit:
                break
            seen, last = seen + 1, name
            if folder:
                folders.add(folder)
                inside += "<CommonPrefixes><Prefix>%s</Prefix></CommonPrefixes>" % show(folder)
                continue
            found = self.objects[bucket, name]
            stamp = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(found.time))
            inside += ("<Contents><Key>%s</Key><LastModified>%s</LastModified><ETag>&quot;%s&quot;</ETag>"
                       "<Size>%d</Size><StorageClass>STANDARD</StorageClass></Contents>"
                       % (show(name), stamp, found.etag, found.size))
        more = bool(keys) and last != keys[-1]
        head = "<Name>%s</Name><Prefix>%s</Prefix><KeyCount>%d</KeyCount><MaxKeys>%d</MaxKeys><IsTruncated>%s</IsTruncated>" % (
            bucket, show(prefix), seen, limit, "true" if more else "false")
        if more:
            head += "<NextContinuationToken>%s</NextContinuationToken>" % escape(last)
        if query.get("encoding-type") == "url":
            head += "<EncodingType>url</EncodingType>"
        return xml_answer("ListBucketResult", head + inside)

    def do_ListMultipartUploads(self, bucket, key, query, headers, body, size, sha256):
        inside = "<Bucket>%s</Bucket><IsTruncated>false</IsTruncated>" % bucket
        for number, (owner, name, _, _, begun) in sorted(self.uploads.items()):
            if owner == bucket and name.startswith(query.get("prefix", "")):
                stamp = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(begun))
                shown = urllib.parse.quote(name) if query.get("encoding-type") == "url" else escape(name)
                inside += ("<Upload><Key>%s</Key><UploadId>%s</UploadId><Initiated>%s</Initiated></Upload>"
                           % (shown, number, stamp))
        return xml_answer("ListMultipartUploadsResult", inside)

    # Multipart uploads.

    def do_CreateMultipartUpload(self, bucket, key, query, headers, body, size, sha256):
        self.number += 1
        number = "upload/%d+%s" % (self.number, "x" * 20)  # has to be encoded in a query
        self.uploads[number] = [bucket, key, kept_headers(headers), {}, time.time()]
        self.algorithms[number] = headers.get("x-amz-checksum-algorithm")
        return xml_answer("InitiateMultipartUploadResult",
                          "<Bucket>%s</Bucket><Key>%s</Key><UploadId>%s</UploadId>" % (bucket, escape(key), number))

    def upload(self, bucket, key, query):
        found = self.uploads.get(query["uploadId"])
        if found is None or found[:2] != [bucket, key]:
            raise Refusal(404, "NoSuchUpload")
        return found

    def part_number(self, query):
        number = int(query["partNumber"])
        if not 1 <= number <= 10000:
            raise Refusal(400, "InvalidArgument")
        return number

    def do_UploadPart(self, bucket, key, query, headers, body, size, sha256):
        upload = self.upload(bucket, key, query)
        part = Object(size, body, sha256, self.etag(body, sha256, upload[2]), {})
        upload[3][self.part_number(query)] = part
        told = [(name, value) for name, value in headers.items() if name.startswith("x-amz-checksum-")]
        return Answer(200, [("ETag", '"%s"' % part.etag), *told])

    def do_UploadPartCopy(self, bucket, key, query, headers, body, size, sha256):
        upload, found = self.upload(bucket, key, query), self.copied(headers)
        first, last = map(int, headers["x-amz-copy-source-range"].partition("=")[2].split("-"))
        data = None if found.data is None else found.data[first:last + 1]
        digest = self.hash_of_range(first, last + 1) if data is None else hashlib.sha256(data).hexdigest()
        part = Object(last - first + 1, data, digest, self.etag(data, digest, upload[2]), {})
        upload[3][self.part_number(query)] = part
        part.checksum = checksum_element(self.algorithms[query["uploadId"]], digest)
        return xml_answer("CopyPartResult", "<ETag>&quot;%s&quot;</ETag>%s" % (part.etag, part.checksum))

    def do_ListParts(self, bucket, key, query, headers, body, size, sha256):
        parts = self.upload(bucket, key, query)[3]
        after, limit = int(query.get("part-number-marker", "0")), min(int(query.get("max-parts", "1000")), self.page)
        numbers = [number for number in sorted(parts) if number > after]
        inside = "<Bucket>%s</Bucket><IsTruncated>%s</IsTruncated>" % (
            bucket, "true" if len(numbers) > limit else "false")
        if len(numbers) > limit:
            inside += "<NextPartNumberMarker>%d</NextPartNumberMarker>" % numbers[limit - 1]
        for number in numbers[:limit]:
            inside += ("<Part><PartNumber>%d</PartNumber><ETag>&quot;%s&quot;</ETag><Size>%d</Size></Part>"
                       % (number, parts[number].etag, parts[number].size))
        return xml_answer("ListPartsResult", inside)

    def do_AbortMultipartUpload(self, bucket, key, query, headers, body, size, sha256):
        self.upload(bucket, key, query)
        del self.uploads[query["uploadId"]]
        return Answer(204)

    def do_CompleteMultipartUpload(self, bucket, key, query, headers, body, size, sha256):
        upload = self.upload(bucket, key, query)
        self.check_conditions(bucket, key, headers)
        root = xml.etree.ElementTree.fromstring(body)
        listed = []
        for item in root.iter():
            if item.tag.endswith("Part"):
                fields = {child.tag.rpartition("}")[2]: child.text for child in item}
                listed.append((int(fields["PartNumber"]), fields["ETag"].strip('"')))
                told = "".join("<%s>%s</%s>" % (name, fields[name], name) for name in fields if "Checksum" in name)
                copied = getattr(upload[3].get(listed[-1][0]), "checksum", "")
                if copied and copied != told:
                    raise Refusal(400, "InvalidPart")
        if not listed:
            raise Refusal(400, "MalformedXML")
        if [number for number, _ in listed] != sorted({number for number, _ in listed}):
            raise Refusal(400, "InvalidPartOrder")
        parts = []
        for number, etag in listed:
            if number not in upload[3] or upload[3][number].etag != etag:
                raise Refusal(400, "InvalidPart")
            parts.append(upload[3][number])
        if any(part.size < SMALLEST_PART for part in parts[:-1]):
            raise Refusal(400, "EntityTooSmall")
        whole = None if any(part.data is None for part in parts) else b"".join(part.data for part in parts)
        digest = hashlib.sha256(whole if whole is not None else b"").hexdigest()
        etags = b"".join(bytes.fromhex(part.etag) for part in parts)
        etag = "%s-%d" % (self.etag(etags, hashlib.sha256(etags).hexdigest(), upload[2]), len(parts))
        made = Object(sum(part.size for part in parts), whole, digest, etag, upload[2])
        made.part_sizes = [part.size for part in parts]
        self.objects[bucket, key] = made
        del self.uploads[query["uploadId"]]
        return xml_answer("CompleteMultipartUploadResult",
                          "<Bucket>%s</Bucket><Key>%s</Key><ETag>&quot;%s&quot;</ETag>" % (bucket, escape(key), etag))
