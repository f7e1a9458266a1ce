/*
 * instance_metadata - what an EC2 instance is told about itself: its role's credentials, its
 * region.
 *
 * IMDSv2 ("Use the Instance Metadata Service", Amazon EC2 user guide): a token by PUT first, then
 * questions with it. Only where the service does not know or does not answer that PUT is version 1
 * asked, unless AWS_EC2_METADATA_V1_DISABLED is "true". No proxy, one second for each connection
 * and answer: on a machine that is no instance this costs a second at most.
 *
 *   AWS_EC2_METADATA_DISABLED               "true": nobody is asked
 *   AWS_EC2_METADATA_SERVICE_ENDPOINT       URL, in place of http://169.254.169.254
 *   AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE  "IPv6": http://[fd00:ec2::254]
 *
 * Thread rule: any thread; a call keeps nothing for the next.
 */
#ifndef TOOLS_S3_INSTANCE_METADATA_H
#define TOOLS_S3_INSTANCE_METADATA_H

#include "tools/s3/credential_context.h"
#include "tools/s3/credentials.h"

/* "eu-west-1" and its NUL. */
#define INSTANCE_METADATA_REGION_SIZE 64

/*
 * The credentials of the instance's role. STATUS_END where there is no such service or no role,
 * with a sentence in *error that says which all the same; STATUS_FAILED or STATUS_TEMPORARY when
 * the service has a role but gives no credentials for it.
 */
MUST_USE enum status instance_metadata_credentials(struct credentials *credentials,
                                                   const struct credential_context *context,
                                                   struct error *error);

/* The instance's region; any other status than STATUS_OK means that it is not known. */
MUST_USE enum status instance_metadata_region(char region[INSTANCE_METADATA_REGION_SIZE],
                                              const struct credential_context *context,
                                              struct error *error);

#endif
