"""An independent S3 client (botocore) for the tests.

    bucket.py make BUCKET           creates it
    bucket.py list BUCKET           prints each object's size and key, in order
    bucket.py hashes BUCKET         prints the sha256 in each object's metadata, and its key
    bucket.py get BUCKET FOLDER     writes each object to FOLDER/<key>
    bucket.py times BUCKET          prints each object's time of change and key
    bucket.py empty BUCKET          deletes all objects
    bucket.py put BUCKET KEY FILE   writes an object in one piece, as a client that knows no metadata

Endpoint and keys come from AWS_ENDPOINT_URL and the usual variables.
"""
import os
import sys

import botocore.config
import botocore.session


def objects(client, bucket):
    for page in client.get_paginator("list_objects_v2").paginate(Bucket=bucket):
        yield from page.get("Contents", [])


def main():
    command, bucket = sys.argv[1:3]
    client = botocore.session.get_session().create_client(
        "s3",
        endpoint_url=os.environ["AWS_ENDPOINT_URL"],
        region_name="us-east-1",
        config=botocore.config.Config(s3={"addressing_style": "path"}, retries={"max_attempts": 5}),
    )
    if command == "make":
        client.create_bucket(Bucket=bucket)
        return
    if command == "empty":
        keys = [{"Key": entry["Key"]} for entry in objects(client, bucket)]
        for begin in range(0, len(keys), 1000):
            client.delete_objects(Bucket=bucket, Delete={"Objects": keys[begin:begin + 1000], "Quiet": True})
        return
    if command == "put":
        with open(sys.argv[4], "rb") as file:
            client.put_object(Bucket=bucket, Key=sys.argv[3], Body=file)
        return
    for entry in objects(client, bucket):
        key = entry["Key"]
        if command == "list":
            print(entry["Size"], key)
        elif command == "hashes":
            head = client.head_object(Bucket=bucket, Key=key)
            print(head["Metadata"].get("sha256", "none") + "  " + key)
        elif command == "times":
            print(entry["LastModified"].isoformat(), key)
        else:
            path = os.path.join(sys.argv[3], key)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                for chunk in client.get_object(Bucket=bucket, Key=key)["Body"].iter_chunks(1 << 20):
                    file.write(chunk)


main()
