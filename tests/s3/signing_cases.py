"""Prints N signed requests, one JSON object a line, made with botocore: an independent signer.

Exits with 77 where botocore is not installed. The cases are the same in every run.
"""
import datetime
import hashlib
import json
import random
import sys
import urllib.parse

try:
    import botocore.auth
    from botocore.awsrequest import AWSRequest
    from botocore.credentials import Credentials
except ImportError:
    sys.exit(77)

ODD = ["=", "+", " ", "%", "%20", "é", "漢", "~", "//", "/./", "/../", "&", "?", "#", "'", "(", "*", "a", "B", "9", "-"]


class FixedDate(datetime.datetime):
    now_is = datetime.datetime(2000, 1, 1)

    @classmethod
    def utcnow(cls):
        return cls.now_is


def word(source, most):
    return "".join(source.choice(ODD) for _ in range(source.randint(1, most)))


def make_case(source):
    when = source.randint(0, 4_000_000_000)
    FixedDate.now_is = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=when)
    key = word(source, 12)
    names = [word(source, 4) for _ in range(source.randint(0, 4))]
    query = "&".join(
        urllib.parse.quote(name, safe="-._~") + "=" + urllib.parse.quote(word(source, 4), safe="-._~") for name in names
    )
    headers = {}
    if source.random() < 0.7:
        headers["x-amz-meta-sha256"] = "%064x" % source.getrandbits(256)
    if source.random() < 0.3:
        headers["Content-Type"] = source.choice(["text/plain", "application/x  y", " padded "])
    token = "T%040x/+=" % source.getrandbits(160) if source.random() < 0.5 else None
    case = {
        "method": source.choice(["GET", "PUT", "HEAD", "POST", "DELETE"]),
        "host": source.choice(["examplebucket.s3.amazonaws.com", "127.0.0.1:7480"]),
        "key": key,
        "query": query,
        "headers": headers,
        "payload_hash": hashlib.sha256(key.encode()).hexdigest(),
        "access_key": "AK%016X" % source.getrandbits(64),
        "secret_key": "%040x" % source.getrandbits(160),
        "token": token,
        "region": source.choice(["us-east-1", "eu-central-1", "default"]),
        "time": when,
    }
    url = "http://" + case["host"] + "/" + urllib.parse.quote(key, safe="/-._~") + ("?" + query if query else "")
    request = AWSRequest(method=case["method"], url=url, headers=dict(headers))
    request.headers["X-Amz-Content-SHA256"] = case["payload_hash"]
    request.context["payload_signing_enabled"] = True
    signer = botocore.auth.S3SigV4Auth(
        Credentials(case["access_key"], case["secret_key"], token), "s3", case["region"]
    )
    signer.payload = lambda _: case["payload_hash"]
    signer.add_auth(request)
    case["authorization"] = request.headers["Authorization"]
    return case


def main():
    source = random.Random(20130524)
    botocore.auth.datetime.datetime = FixedDate
    for _ in range(int(sys.argv[1])):
        print(json.dumps(make_case(source)))


main()
