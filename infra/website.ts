import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import { HttpRoute } from "aws-cdk-lib/aws-apigatewayv2";
import * as acm from "aws-cdk-lib/aws-certificatemanager";
import * as cloudfront from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin, OriginGroup, S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import * as lambda from "aws-cdk-lib/aws-lambda";
import * as s3 from "aws-cdk-lib/aws-s3";
import { BucketDeployment, CacheControl, Source } from "aws-cdk-lib/aws-s3-deployment";
import * as ssm from "aws-cdk-lib/aws-ssm";
import { Construct } from "constructs";
import { statementStyle, style } from "../shared/account-page/style.ts";
import { accountPath } from "../shared/account-page-routes.ts";
import { OPENAPI_PATH } from "../shared/api/document-path.ts";
import { invoiceStyle } from "../shared/invoice-document/document-style.ts";
import { ORIGIN_HEADER } from "../shared/origin.ts";
import { BUILT_SITE_URL } from "../shared/site-url.ts";
import type { Api } from "./api.ts";
import { type Auth, siteParameterOf } from "./auth.ts";
import { constructsOf } from "./metrics.ts";
import { retiredTag } from "./retired-tag.ts";
import type { Secrets } from "./secrets.ts";
import type { Stage } from "./stages.ts";
import { viewerRequest } from "./viewer-request.ts";

/** Vite's output. */
const bundle = "build/frontend";
/** Tells the browser the region and the user pool. */
const configuration = "config.json";

type Parts = { api: Api; auth: Auth; secrets: Secrets; stage: Stage };

/** A private bucket behind CloudFront, with the API on the same origin under `/api/`. */
export class Website extends Construct {
  readonly url: string;
  /** The target of the custom domain's DNS record. */
  readonly distributionDomain: string;
  readonly bucketName: string;
  private readonly pages: BucketDeployment;

  constructor(scope: Construct, id: string, { api, auth, secrets, stage }: Parts) {
    super(scope, id);
    const { region, stackName } = Stack.of(this);
    const bucket = new s3.Bucket(this, "Bucket", {
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      encryption: s3.BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      versioned: true,
      lifecycleRules: [
        { noncurrentVersionExpiration: Duration.days(30) },
        { tagFilters: { [retiredTag.key]: retiredTag.value }, expiration: Duration.days(30) },
      ],
      removalPolicy: RemovalPolicy.RETAIN,
    });

    this.bucketName = bucket.bucketName;

    const responseHeadersPolicy = this.headers("Headers", contentSecurityPolicy(region));
    const files = {
      origin: S3BucketOrigin.withOriginAccessControl(bucket, {
        // Unique in the account, not in the region, and a stage can be in two regions.
        originAccessControl: new cloudfront.S3OriginAccessControl(this, "Access", {
          originAccessControlName: `${stackName}-${region}`,
        }),
      }),
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      compress: true,
      responseHeadersPolicy,
    };
    const pages = {
      ...files,
      functionAssociations: [
        {
          function: new cloudfront.Function(this, "PageOf", {
            runtime: cloudfront.FunctionRuntime.JS_2_0,
            code: cloudfront.FunctionCode.fromInline(viewerRequest(bundle, [configuration])),
          }),
          eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
        },
      ],
    };
    const answers = new HttpOrigin(api.host, { customHeaders: { [ORIGIN_HEADER]: secrets.originHeader } });
    const calls = {
      origin: answers,
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
      originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy,
    };
    const distribution = new cloudfront.Distribution(this, "Distribution", {
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      // Visitors are in East Africa; the cheapest class has no edge location in Africa.
      priceClass: cloudfront.PriceClass.PRICE_CLASS_200,
      ...(stage.domain && {
        domainNames: [stage.domain.name],
        certificate: acm.Certificate.fromCertificateArn(this, "Certificate", stage.domain.certificateArn),
        minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
      ...(stage.webAclArn && { webAclId: stage.webAclArn }),
      defaultBehavior: pages,
      additionalBehaviors: {
        // Staff see the logo of the emails there, which may stand on any host.
        "/admin*": {
          ...pages,
          responseHeadersPolicy: this.headers("AdminHeaders", contentSecurityPolicy(region, " https:")),
        },
        "/assets/*": {
          ...files,
          // For a missing file the bucket answers 403 in XML; then the API answers 404 in JSON.
          origin: new OriginGroup({
            primaryOrigin: files.origin,
            fallbackOrigin: answers,
            fallbackStatusCodes: [403, 404],
          }),
        },
        // The API's description is a file; this path must come before /api/*.
        [OPENAPI_PATH]: files,
        "/api/*": calls,
        // Clients' own pages. Their addresses are secret, so no other site may see them as referrer.
        [accountPath("*")]: {
          ...calls,
          responseHeadersPolicy: this.headers(
            "AccountHeaders",
            accountSecurityPolicy,
            cloudfront.HeadersReferrerPolicy.NO_REFERRER,
          ),
        },
      },
    });
    this.distributionDomain = distribution.distributionDomainName;
    this.url = `https://${stage.domain?.name ?? this.distributionDomain}`;
    new ssm.StringParameter(this, "Address", {
      parameterName: siteParameterOf(this),
      stringValue: this.url,
      description: "The site's address, for emails to staff.",
    });
    this.pages = this.upload(bucket, distribution, {
      region,
      userPoolId: auth.pool.userPoolId,
      userPoolClientId: auth.client.userPoolClientId,
    });
  }

  /** Uploads assets before the pages that load them. Assets of older releases stay for open tabs: ADR 022. */
  private upload(
    destinationBucket: s3.IBucket,
    distribution: cloudfront.IDistribution,
    settings: object,
  ): BucketDeployment {
    const assets = new BucketDeployment(this, "Assets", {
      destinationBucket,
      destinationKeyPrefix: "assets",
      prune: false,
      // Vite puts a hash of the content into each name.
      cacheControl: [CacheControl.fromString("public, max-age=31536000, immutable")],
      sources: [Source.asset(`${bundle}/assets`)],
    });
    const addressed = readdirSync(bundle, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => ({ name, text: readFileSync(`${bundle}/${name}`, "utf8") }))
      .filter(({ text }) => text.includes(BUILT_SITE_URL));
    const pages = new BucketDeployment(this, "Files", {
      destinationBucket,
      distribution,
      distributionPaths: ["/*"],
      waitForDistributionInvalidation: false,
      // Neither uploaded nor removed by this deployment.
      exclude: ["assets/*"],
      cacheControl: [CacheControl.noCache()],
      sources: [
        Source.asset(bundle, { exclude: ["assets", ...addressed.map(({ name }) => name)] }),
        // One build serves every stage: the pages get the address of theirs here.
        ...addressed.map(({ name, text }) => Source.data(name, text.replaceAll(BUILT_SITE_URL, this.url))),
        Source.jsonData(configuration, settings),
      ],
    });
    pages.node.addDependency(assets);
    return pages;
  }

  /** Uploads the pages after everything that they call: an older page works with a newer API. */
  uploadPagesAfter(parts: Construct[]): void {
    const called = parts.flatMap((part) => [
      ...constructsOf(part, lambda.Function),
      ...constructsOf(part, HttpRoute),
    ]);
    this.pages.node.addDependency(...called);
  }

  private headers(
    id: string,
    contentSecurityPolicy: string,
    referrerPolicy = cloudfront.HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN,
  ): cloudfront.ResponseHeadersPolicy {
    const override = true;
    const { stackName, region } = Stack.of(this);
    return new cloudfront.ResponseHeadersPolicy(this, id, {
      responseHeadersPolicyName: `${stackName}-${id}-${region}`,
      securityHeadersBehavior: {
        contentSecurityPolicy: { override, contentSecurityPolicy },
        contentTypeOptions: { override },
        frameOptions: { override, frameOption: cloudfront.HeadersFrameOption.DENY },
        referrerPolicy: { override, referrerPolicy },
        strictTransportSecurity: {
          override,
          accessControlMaxAge: Duration.days(730),
          includeSubdomains: true,
        },
      },
      customHeadersBehavior: {
        customHeaders: [
          // Files set their own caching; everything else, such as errors, must not be cached.
          { header: "Cache-Control", value: "no-store", override: false },
          {
            header: "Permissions-Policy",
            value: "camera=(), geolocation=(), microphone=(), payment=()",
            override,
          },
          { header: "Cross-Origin-Opener-Policy", value: "same-origin", override },
        ],
      },
    });
  }
}

/** Only the site's own scripts run. The browser connects to the site and, for sign-in, to Cognito. */
const contentSecurityPolicy = (region: string, morePictures = "") =>
  [
    "default-src 'none'",
    "script-src 'self'",
    // The component library writes its colour variables into a style element.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data:${morePictures}`,
    "font-src 'self'",
    "manifest-src 'self'",
    // The office map, loaded when a visitor scrolls near it. For a page in an object, browsers check both.
    "frame-src https://www.openstreetmap.org",
    "object-src https://www.openstreetmap.org",
    `connect-src 'self' https://cognito-idp.${region}.amazonaws.com`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Clients' own pages load nothing but our script, their own styles and the company's logo. */
const accountSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src ${[style, statementStyle, invoiceStyle].map(hashOf).join(" ")}`,
  "img-src 'self' data: https:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");
