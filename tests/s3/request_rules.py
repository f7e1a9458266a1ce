"""What a request must be like for S3 to take it, whatever it asks for.

check(method, target, headers, sha256) gives the rules that a request breaks, in words; nothing when all
is well. The headers' names are in small letters; sha256 is of the body, in hexadecimal.

From "Signature Version 4" and "Common request headers", Amazon S3 API reference. S3 forgives some of it;
nothing that breaks a rule here is safe with every server.
"""
import hashlib
import hmac
import re
import urllib.parse

# The secrets of the tests. Signatures with other keys are not checked.
SECRETS = {"AKIDEXAMPLE": "hush-hush-secret"}

PARAMETERS = {"list-type", "prefix", "continuation-token", "encoding-type", "max-keys", "uploads", "uploadId",
              "partNumber", "max-parts", "part-number-marker", "key-marker", "upload-id-marker",
              "max-uploads", "delete", "tagging"}

AUTHORIZATION = re.compile(r"AWS4-HMAC-SHA256 Credential=([^/]+)/(\d{8})/([a-z0-9-]+)/s3/aws4_request, "
                           r"SignedHeaders=([a-z0-9;!#$%&'*+.^_`|~-]+), Signature=([0-9a-f]{64})")


def encoded(data, safe=""):
    return urllib.parse.quote(data, safe=safe + "-_.~")


def canonical_query(query):
    pairs = [pair.partition("=")[::2] for pair in query.split("&")] if query else []
    pairs = [[encoded(urllib.parse.unquote_to_bytes(text)) for text in pair] for pair in pairs]
    return "&".join("%s=%s" % tuple(pair) for pair in sorted(pairs))


def signature_of(method, target, headers, parts):
    """What the signature should be; see AUTHORIZATION for `parts`."""
    key_id, day, region, names, _ = parts
    path, _, query = target.partition("?")
    lines = "".join("%s:%s\n" % (name, " ".join(headers[name].split(" "))) for name in names.split(";"))
    lines = re.sub(" +", " ", lines)
    canonical = "\n".join([method, encoded(urllib.parse.unquote_to_bytes(path), "/"), canonical_query(query),
                           lines, names, headers["x-amz-content-sha256"]])
    scope = "%s/%s/s3/aws4_request" % (day, region)
    text = "\n".join(["AWS4-HMAC-SHA256", headers["x-amz-date"], scope,
                      hashlib.sha256(canonical.encode("latin-1")).hexdigest()])
    key = ("AWS4" + SECRETS[key_id]).encode()
    for part in (day, region, "s3", "aws4_request"):
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def check_signature(method, target, headers, sha256):
    found = AUTHORIZATION.fullmatch(headers["authorization"])
    if not found:
        return ["authorization"]
    key_id, day, _, names, signature = found.groups()
    names_list = names.split(";")
    broken = []
    if names_list != sorted(set(names_list)):
        broken.append("order-of-signed-headers")
    if not set(names_list) <= set(headers):
        return broken + ["signed-header-not-sent"]
    wanted = [name for name in headers if name.startswith("x-amz-") or name in ("host", "content-md5", "content-type")]
    broken += ["not-signed:" + name for name in wanted if name not in names_list]
    if not headers.get("x-amz-date", "").startswith(day + "T"):
        return broken + ["date"]
    if headers.get("x-amz-content-sha256") != sha256:
        return broken + ["content-sha256"]
    if key_id in SECRETS and signature_of(method, target, headers, found.groups()) != signature:
        broken.append("signature")
    return broken


def check_target(target):
    path, _, query = target.partition("?")
    broken = []
    if encoded(urllib.parse.unquote_to_bytes(path), "/") != path:
        broken.append("encoding-of-path")
    names = [pair.partition("=")[0] for pair in query.split("&")] if query else []
    if canonical_query(query) != "&".join(sorted(query.split("&"))):
        broken.append("encoding-of-query")
    broken += ["parameter:" + name for name in names if name not in PARAMETERS]
    if len(set(names)) != len(names):
        broken.append("parameter-twice")
    return broken


def check_headers(method, target, headers):
    broken = []
    if "transfer-encoding" in headers:
        broken.append("chunked")
    if method in ("PUT", "POST") and not headers.get("content-length", "").isdigit():
        broken.append("no-content-length")
    if method in ("GET", "HEAD", "DELETE") and headers.get("content-length", "0") != "0":
        broken.append("body")
    if len([name for name in headers if re.fullmatch("x-amz-checksum-(crc|sha).*", name)]) > 1:
        broken.append("two-checksums")
    if method == "POST" and target.endswith("?delete=") and "content-md5" not in headers:
        broken.append("no-content-md5")
    copies = "x-amz-copy-source" in headers
    if copies and "x-amz-expected-bucket-owner" in headers and "x-amz-source-expected-bucket-owner" not in headers:
        broken.append("any-owner-of-source")
    if not copies and any(name.startswith(("x-amz-copy-", "x-amz-source-")) for name in headers):
        broken.append("source-without-copy")
    if copies and "x-amz-tagging" in headers and headers.get("x-amz-tagging-directive") != "REPLACE":
        broken.append("tags-that-copy-ignores")
    makes = (method == "PUT" and "uploadId=" not in target) or (method == "POST" and target.endswith("?uploads="))
    options = [name for name in headers if name.startswith("x-amz-meta-") or name in (
        "x-amz-acl", "x-amz-tagging", "x-amz-storage-class", "x-amz-server-side-encryption")]
    if options and not makes:
        broken.append("options-of-no-object")
    return broken


def check(method, target, headers, sha256):
    broken = check_target(target) + check_headers(method, target, headers)
    if "authorization" in headers:
        broken += check_signature(method, target, headers, sha256)
    elif "x-amz-date" in headers or "x-amz-security-token" in headers:
        broken.append("half-signed")
    return broken
